import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { filesOfFirstPages } from './first-files.ts'
import { filesOf, type Manifest } from './manifest.ts'

/**
 * Writes the service workers that start the wall and the installed office without the server, with the list of files
 * to cache: a TV switched on while the server is down shows the last picture in grey, and a phone in a gap of the
 * network shows its pages, instead of the browser's offline page. The worker of a browser's tab has the files that
 * every page needs, and starts nothing.
 */
export function pageWorkers(): Plugin {
  let root = ''
  let folder = ''
  return {
    name: 'page-workers',
    apply: 'build',
    configResolved(config) {
      root = config.root
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle() {
      const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
      const lazy = manifest['wall.html']?.dynamicImports ?? []
      const ofWall = filesOf(manifest, ['wall.html', ...lazy.filter((part) => part.startsWith('src/wall/'))])
      const ofOffice = filesOf(manifest, ['base'], new Set(), true)
      const build = /<meta name="build" content="([^"]+)"/.exec(
        readFileSync(join(folder, 'wall.html'), 'utf8'),
      )?.[1]
      const write = (source: string, worker: string, files: Iterable<string>, page?: string) => {
        const cached = [...files].filter((file) => !file.endsWith('.html')).map((file) => `/${file}`)
        const values = { worker, build, files: cached, ...(page === undefined ? {} : { page }) }
        const head = Object.entries(values).map(([key, value]) => `const ${key} = ${JSON.stringify(value)}\n`)
        const code = readFileSync(join(root, 'vite', source), 'utf8')
        writeFileSync(join(folder, `${worker}-worker.js`), head.join('') + code)
      }
      write('page-worker.js', 'wall', ['favicon.svg', ...ofWall], '/wall.html')
      write('page-worker.js', 'office', ['favicon.svg', ...ofOffice], '/index.html')
      write('tab-worker.js', 'tab', filesOfFirstPages(manifest))
    },
  }
}
