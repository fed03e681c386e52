import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Writes the build's id into index.html: a hash of the names of all hashed files, so equal builds have equal ids. */
function buildId(): Plugin {
  return {
    name: 'build-id',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const names = Object.keys(bundle ?? {})
          .toSorted()
          .join('\n')
        const id = createHash('sha256').update(names).digest('hex').slice(0, 12)
        return html.replace('<meta name="build" content="development"', `<meta name="build" content="${id}"`)
      },
    },
  }
}

/** Lays a .br and a .gz beside every text file, once, so that the server never compresses on the way out. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => void (folder = resolve(root, build.outDir)),
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|json)$/.test(name)) continue
        const text = readFileSync(join(folder, name))
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: 9 }))
      }
    },
  }
}

const antParts =
  'alert|button|checkbox|config-provider|dropdown|pagination|popover|segmented|select|space|tag|tooltip'
const icons = 'Book|Check|Download|Down|Plus|PushPin|Team|Warning'
const listParts = 'data-table|days-filter|select-filter|use-list-state'
const smallParts = 'allowed|lazy-part|overlay|page-header|reason-button|row-menu|status-tag'
const listKit = new RegExp(
  [
    `antd.es.(${antParts}).index\\.js$`,
    `icons.es.icons.(${icons})Outlined`,
    `src.shared.(list.(${listParts})|ui.(${smallParts})|format.\\w+)\\.tsx?$`,
    'src.app.theme.theme-provider',
  ].join('|'),
)

/**
 * Which modules travel together. Left alone the bundler makes some seventy files for the order list: with six connections
 * and 40 ms to the server that is half a second of waiting. A module belongs to the first group that wants it, with all it
 * imports. `tools/page-weight.ts` sees to it that none grows beyond what its pages need.
 */
const fileGroups = [
  // What every visit begins with.
  {
    name: 'base',
    tags: ['$initial' as const],
    test: (id: string) => /\.[jt]sx?$/.test(id) && !id.endsWith('main.tsx'),
    priority: 4,
  },
  // What the public pages share with those behind the sign-in.
  {
    name: 'words',
    test: /react-i18next.dist.es.useTranslation|src.shared.use-problem-message/,
    priority: 3,
  },
  // Everything around the pages behind the sign-in.
  { name: 'frame', test: /src.app.shell\.tsx$/, priority: 2 },
  // What nearly every page with a list needs.
  { name: 'kit', test: listKit, priority: 1 },
]

export default defineConfig({
  plugins: [react(), buildId(), precompress()],
  build: {
    target: 'es2023',
    // Which source became which file: `tools/page-weight.ts` reads it.
    manifest: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    // Ant Design's own parts do nothing when imported, but do not say so: without this, a text field brings all of
    // the form library along.
    rolldownOptions: {
      output: { codeSplitting: { groups: fileGroups } },
      treeshake: {
        moduleSideEffects: [{ test: /node_modules\/@(rc-component|ant-design)\//, sideEffects: false }],
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: process.env['API_URL'] ?? 'http://127.0.0.1:8080' } },
  },
})
