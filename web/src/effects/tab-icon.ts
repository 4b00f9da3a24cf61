/** The tab: its icon has a dot while something waits for me. */
import { file } from '@/address'

export function markTab(isWaiting: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (icon) icon.href = file(isWaiting ? 'icon-waiting.svg' : 'icon.svg')
}
