// Before the first paint, so that nobody who chose a theme sees the other one flash by.
try {
  const { theme, motion } = JSON.parse(localStorage.getItem('basebash.settings') || '{}')
  if (theme === 'light' || theme === 'dark') document.documentElement.classList.add(theme)
  if (motion === 'off') document.documentElement.classList.add('still')
} catch {
  // A damaged or forbidden storage is no reason not to play.
}
