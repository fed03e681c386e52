import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildId } from './vite/build-id.ts'
import { compileHints } from './vite/compile-hints.ts'
import { fileGroups } from './vite/file-groups.ts'
import { guidePages } from './vite/guide-pages.ts'
import { firstFiles } from './vite/first-files.ts'
import { pageHead } from './vite/page-head.ts'
import { pageWorkers } from './vite/page-workers.ts'
import { precompress } from './vite/precompress.ts'
import { wallPages } from './vite/wall-pages.ts'

export default defineConfig({
  plugins: [
    react(),
    pageHead(),
    wallPages(),
    buildId(),
    compileHints(),
    firstFiles(),
    pageWorkers(),
    guidePages(),
    precompress(),
  ],
  build: {
    target: 'es2023',
    // Maps sources to built files; `tools/page-weight.ts` reads it.
    manifest: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    // Ant Design's modules have no side effects, but do not declare it: without this, a text field
    // includes the whole form library.
    rolldownOptions: {
      // Two entry pages: the office, and the wall, which shares no page with it.
      input: {
        index: resolve(import.meta.dirname, 'index.html'),
        wall: resolve(import.meta.dirname, 'wall.html'),
      },
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
