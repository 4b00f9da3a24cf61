/** Texts of the account: ways back to it, the player's data, friends and invitations. */
import { plural } from './names'

/** Ways back to the account, and signing in. */
export const WAYS = {
  title: 'If you lose this device',
  note: 'There is no password and no e-mail here. A phrase or a passkey brings your games back on any device.',
  noPhrase: 'You have no recovery phrase yet.',
  phraseSince: (day: string): string => `You have a recovery phrase since ${day}.`,
  makePhrase: 'Make a recovery phrase',
  replacePhrase: 'Make a new phrase',
  replaceQuestion: 'Make a new recovery phrase?',
  replaceWarning: 'The old phrase is no longer valid then.',
  phraseHow: 'Write it down or keep it in a password manager. It is shown only now.',
  phraseWarning: 'Whoever has it is you.',
  phraseCopied: 'The phrase is copied.',
  linkCopied: 'The link is copied. Keep it as safe as the phrase.',
  copyPhrase: 'Copy phrase',
  copyLink: 'Copy as link',
  done: 'I have kept it',
  cancel: 'Cancel',
  passkeys: 'Your passkeys',
  passkeyUnknown: 'A passkey',
  passkeyAdded: 'The passkey is ready.',
  passkeyRemoved: 'The passkey is removed here. Your device may still list it.',
  addPasskey: 'Add a passkey',
  remove: 'Remove',
  since: (day: string): string => `since ${day}`,
  signInTitle: 'You have been here before?',
  signInNote: 'Type the code from another device, or your recovery phrase.',
  words: 'Code or recovery phrase',
  use: 'Sign in',
  usePasskey: 'Use a passkey',
  signedIn: (name: string): string => `Welcome back, ${name}.`,
  leave: (name: string): string => `Leave the account of ${name} on this device?`,
  leaveWarning: 'It has no recovery phrase and no passkey. Unless another device has it, nobody can open it again.',
  leaveAnyway: 'Leave it',
}

/** The player's data. */
export const DATA = {
  title: 'Your data',
  note: 'Everything that this server stores about you, with every game as a file.',
  download: 'Download everything',
  file: 'basebash-data.zip',
}

/** Friends and invitations. */
export const FRIENDS = {
  title: 'Friends',
  none: 'People who follow each other are friends: they see where the other one plays, and can invite each other.',
  met: 'You have played with',
  follow: 'Follow',
  followBack: 'Follow back',
  following: 'You follow them',
  followsYou: 'Follows you',
  friend: 'Friend',
  unfollow: 'Unfollow',
  at: (table: string): string => `at ${table}`,
  aTable: 'a table',
  join: 'Join',
  watch: 'Watch',
  invitations: 'Invitations',
  invites: (name: string): string => `${name} invites you`,
  decline: 'Decline',
  inviteTitle: 'Invite friends',
  invite: 'Invite',
  invited: 'Invited',
  freeSeats: (count: number): string => plural(count, 'free seat'),
}

/** Games over days. */
export const DAYS = {
  title: 'Games over days',
  offerTitle: 'Be told when it is your turn',
  offer: 'The others have days to answer. Shall this device tell you when it is your turn, even if the page is closed?',
  offerYes: 'Yes, tell me',
  offerNo: 'No',
  tellMe: 'Tell this device when it is my turn',
  tellMeNote: 'In games over days, even if the page is closed.',
  vacation: 'Vacation',
  vacationNote: (left: number): string =>
    `Your clocks in games over days stand still. ${plural(left, 'day')} left this year.`,
  vacationUntil: (day: string): string => `You are on vacation until ${day}. Your clocks stand still.`,
  howLong: 'For how long',
  days: (count: number): string => plural(count, 'day'),
  begin: 'Begin',
  end: 'I am back',
}

/** E-mail. */
export const MAIL = {
  title: 'By e-mail',
  note: 'If no device of yours can be told that it is your turn. Nothing is sent before you have confirmed the address.',
  address: 'E-mail address',
  save: 'Confirm it',
  sent: (address: string): string => `A link was sent to ${address}. Open it to confirm the address.`,
  confirmed: (address: string): string => `You are told at ${address}.`,
  remove: 'Forget my address',
  pageTitle: 'Basebash: e-mail',
  questions: {
    confirm: 'Be told by e-mail when it is your turn?',
    off: 'Get no more e-mail?',
  } as Record<string, string>,
  buttons: { confirm: 'Confirm my address', off: 'No more e-mail' } as Record<string, string>,
  done: {
    confirm: 'Your address is confirmed.',
    off: 'Your address is forgotten. You will get no more e-mail.',
  } as Record<string, string>,
  toTables: 'To the tables',
}
