import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { filesOf, type Manifest } from './manifest.ts'

/**
 * Writes the service worker that starts the wall without the server, with the list of files to
 * cache: a TV switched on while the server is down shows the last picture in grey instead of the
 * browser's offline page.
 */
export function wallWorker(): Plugin {
  let root = ''
  let folder = ''
  return {
    name: 'wall-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle() {
      const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
      const lazy = (manifest['wall.html']?.dynamicImports ?? []).filter((part) =>
        part.startsWith('src/wall/'),
      )
      const files = ['favicon.svg', ...filesOf(manifest, ['wall.html', ...lazy])].filter(
        (file) => !file.endsWith('.html'),
      )
      const build = /<meta name="build" content="([^"]+)"/.exec(
        readFileSync(join(folder, 'wall.html'), 'utf8'),
      )?.[1]
      const head = `const build = ${JSON.stringify(build)}\nconst files = ${JSON.stringify(files.map((file) => `/${file}`))}\n`
      writeFileSync(
        join(folder, 'wall-worker.js'),
        head + readFileSync(join(root, 'vite/wall-worker.js'), 'utf8'),
      )
    },
  }
}
