// Before the first paint, so that nobody who chose a theme sees the other one flash by. In words that any browser knows.
var root = document.documentElement
try {
  var chosen = JSON.parse(localStorage.getItem('basebash.settings') || '{}')
  if (chosen.theme === 'light' || chosen.theme === 'dark') root.className += ' ' + chosen.theme
  if (chosen.motion === 'off') root.className += ' still'
} catch (error) {
  // A damaged or forbidden storage is no reason not to play.
}
// What the style sheets cannot do without: half a table would be worse than none.
var needed = ['(color: light-dark(red, blue))', 'selector(:has(a))', 'selector(& a)', '(grid-template-rows: subgrid)']
for (var i = 0; i < needed.length; i++) {
  if (!(window.CSS && CSS.supports && CSS.supports(needed[i]))) root.className += ' too-old'
}
