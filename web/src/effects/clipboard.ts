/** Copies a text and says so; if the browser forbids it, the text itself is shown. */
import { toasts } from './toasts.svelte'

export async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toasts.say(said)
  } catch {
    toasts.say(text)
  }
}
