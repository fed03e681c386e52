import react from '@vitejs/plugin-react'
import { createServer } from 'vite'

interface Entry {
  readonly signInMarkup: () => Promise<string>
}

/** The HTML of the sign-in page in each of the languages, by the app's own components. */
export async function signInMarkups(root: string, languages: readonly string[]): Promise<string[]> {
  const vite = await createServer({
    root,
    configFile: false,
    plugins: [react()],
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  const page = globalThis as { document?: unknown }
  const markups: string[] = []
  try {
    for (const language of languages) {
      // The little of a document that the modules read when they start.
      page.document = { cookie: `language=${language}`, documentElement: {}, querySelector: () => null }
      vite.moduleGraph.invalidateAll()
      const entry = (await vite.ssrLoadModule('/src/app/sign-in-markup.tsx')) as unknown as Entry
      markups.push(await entry.signInMarkup())
    }
  } finally {
    delete page.document
    await vite.close()
  }
  return markups
}
