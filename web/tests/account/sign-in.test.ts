import { describe, expect, it } from 'vitest'
import { isPhrase, wordsInAddress } from '@/account/sign-in'

const PHRASE = 'one two three four five six seven eight nine ten eleven twelve'

describe('the words to sign in with', () => {
  it('are a phrase if they are too many for a code', () => {
    expect(isPhrase(PHRASE)).toBe(true)
    expect(isPhrase(PHRASE.replaceAll(' ', '-'))).toBe(true)
    expect(isPhrase('green otter 42 maple bread')).toBe(false)
  })

  it('come from the address', () => {
    expect(wordsInAddress({ search: '', hash: `#phrase=${PHRASE.replaceAll(' ', '-')}` })).toBe(PHRASE)
    expect(wordsInAddress({ search: '?code=green%20otter%2042', hash: '' })).toBe('green otter 42')
    expect(wordsInAddress({ search: '', hash: '' })).toBe('')
  })
})
