import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildId } from './vite/build-id.ts'
import { fileGroups } from './vite/file-groups.ts'
import { firstFiles } from './vite/first-files.ts'
import { precompress } from './vite/precompress.ts'

export default defineConfig({
  plugins: [react(), buildId(), firstFiles(), precompress()],
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
