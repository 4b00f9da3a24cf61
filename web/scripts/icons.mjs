// Takes the icons that src/data/icons.json names out of @iconify-json/game-icons, and makes one sprite of them.
import { mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs'

const at = (path) => new URL(path, import.meta.url)
const set = JSON.parse(readFileSync(at('../node_modules/@iconify-json/game-icons/icons.json'), 'utf8'))
const { factions, cards, ui } = JSON.parse(readFileSync(at('../src/data/icons.json'), 'utf8'))
const names = [...new Set([...Object.values(factions), ...Object.values(cards), ...ui])].sort()
const missing = names.filter((name) => !set.icons[name])
if (missing.length) {
  console.error(`No such icon: ${missing.join(', ')}`)
  process.exit(1)
}
const symbols = names.map((name) => `<symbol id="${name}" viewBox="0 0 512 512">${set.icons[name].body}</symbol>`)
const sprite = `<svg xmlns="http://www.w3.org/2000/svg">\n<!-- game-icons.net, CC BY 3.0; the authors are on the About page -->\n${symbols.join('\n')}\n</svg>\n`
const out = at('../src/generated/icons.svg')
mkdirSync(at('../src/generated/'), { recursive: true })
if (!existsSync(out) || readFileSync(out, 'utf8') !== sprite) writeFileSync(out, sprite)
