/** Does something, and says what went wrong if it fails. */
import { TEXT } from '@/strings/common'
import { toasts } from './toasts.svelte'

export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    toasts.say(error instanceof Error ? error.message : TEXT.failed, true)
  }
}
