/** Whom the player follows, where friends are, and who invites the player. Asked for while a page shows it. */
import { accountApi } from './account-api'
import { profile } from './profile.svelte'
import type { Friend, FriendList, Invitation } from '@/protocol/types'

const EVERY = 15_000

/** Does something now and regularly while the page is looked at; returns what stops it. */
function regularly(work: () => Promise<void>): () => void {
  void work()
  const timer = setInterval(() => !document.hidden && void work(), EVERY)
  return () => clearInterval(timer)
}

class Friends {
  list = $state.raw<FriendList | null>(null)
  invitations = $state.raw<readonly Invitation[]>([])

  /** Those who can be invited. */
  followers = $derived((this.list?.friends ?? []).filter((one: Friend) => one.follows))

  watchFriends(): () => void {
    return regularly(() => this.look())
  }

  watchInvitations(): () => void {
    return regularly(async () => {
      const found = profile.isKnown ? await accountApi.invitations().catch(() => null) : null
      this.invitations = found?.invitations ?? []
    })
  }

  async look(): Promise<void> {
    this.list = profile.isKnown ? await accountApi.friends().catch(() => this.list) : null
  }

  async follow(person: string): Promise<void> {
    await accountApi.follow(person)
    await this.look()
  }

  async unfollow(person: string): Promise<void> {
    await accountApi.unfollow(person)
    await this.look()
  }

  async decline(table: string): Promise<void> {
    await accountApi.decline(table)
    this.invitations = this.invitations.filter((one) => one.table.table !== table)
  }
}

export const friends = new Friends()
