// Checks that every relative link, and every path in backticks that looks like ours, exists.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)
const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
const dead: string[] = []
for (const page of pages.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))) {
  const text = readFileSync(join(root, page), 'utf8').replace(/```[\s\S]*?```/g, '')
  for (const [, link] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
    if (link !== undefined && !existsSync(join(root, dirname(page), link))) dead.push(`${page}: ${link}`)
  }
  for (const [, path] of text.matchAll(/`((?:apps|packages|tools|tests|docs|bench)\/[A-Za-z0-9_./-]+)`/g)) {
    if (path !== undefined && !existsSync(join(root, path))) dead.push(`${page}: ${path}`)
  }
}
if (dead.length > 0) {
  console.error(`Links to nothing:\n${dead.join('\n')}`)
  process.exit(1)
}
console.log('docs: every link leads somewhere')
