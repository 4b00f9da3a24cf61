/** Passkeys (WebAuthn): the browser makes and uses them; options and responses pass through as JSON. */
import { accountApi } from './account-api'
import type { Device } from '@/protocol/types'

export const canUsePasskeys =
  'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** Makes a passkey and adds it to the account; false if the player has thought better of it. */
export async function makePasskey(): Promise<boolean> {
  const options = JSON.parse((await accountApi.newPasskey()).options) as PublicKeyCredentialCreationOptionsJSON
  const made = await ask(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  )
  if (!made) return false
  await accountApi.addPasskey(made)
  return true
}

/** Signs in with a passkey; null if the player has thought better of it. */
export async function usePasskey(): Promise<Device | null> {
  const options = JSON.parse((await accountApi.askForPasskey()).options) as PublicKeyCredentialRequestOptionsJSON
  const used = await ask(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  )
  return used === null ? null : await accountApi.usePasskey(used)
}

/** The browser's response as JSON; null if its dialog was closed, which browsers do not tell apart from a timeout. */
async function ask(question: () => Promise<Credential | null>): Promise<string | null> {
  try {
    const response = await question()
    return response instanceof PublicKeyCredential ? JSON.stringify(response.toJSON()) : null
  } catch (error) {
    if (error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return null
    throw error
  }
}
