/** Texts of sharing a link. */
export const SHARE = {
  button: 'Share',
  title: 'Share this link',
  qr: 'QR code of the link',
  how: 'Point a phone’s camera at it.',
  link: 'Link',
  sheet: 'Share …',
  copy: 'Copy',
  copied: 'The link is copied.',
  close: 'Close',
}
