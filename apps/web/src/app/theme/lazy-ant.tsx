import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import { loadLocale } from './locale.ts'

const loadTheme = () => import('./theme-provider.tsx')

/** A lazy component that uses Ant Design: the library and its words are fetched beside it. `fetch` begins early. */
export function lazyAnt<P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> & { readonly fetch: () => Promise<unknown> } {
  const fetch = async () => {
    const [Inner, { ThemeProvider }] = await Promise.all([load(), loadTheme(), loadLocale()])
    const WithAnt = (props: P) => (
      <ThemeProvider>
        <Inner {...props} />
      </ThemeProvider>
    )
    return { default: WithAnt }
  }
  return Object.assign(lazy(fetch), { fetch })
}
