/** The landing page as HTML: the build writes it into the file that the server sends for the root address. */
import { render } from 'svelte/server'
import LandingPage from '@/pages/landing/LandingPage.svelte'

export function landingPage(): string {
  return render(LandingPage).body
}
