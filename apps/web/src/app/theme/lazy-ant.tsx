import type { ComponentType } from 'react'
import { lazily } from '../../shared/ui/lazy-part.ts'
import { loadLocale } from './locale.ts'

const loadTheme = () => import('./theme-provider.tsx')

/** A lazy component that uses Ant Design: the library and its words are fetched beside it. `fetch` begins early. */
export const lazyAnt = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazily<P>(async () => {
    const [Inner, { ThemeProvider }] = await Promise.all([load(), loadTheme(), loadLocale()])
    return (props: P) => (
      <ThemeProvider>
        <Inner {...props} />
      </ThemeProvider>
    )
  })
