import type { ComponentType } from 'react'
import { lazily, lazyPart } from '../ui/lazy-part.ts'
import { loadLocale } from './locale.ts'

const loadTheme = () => import('./theme-provider.tsx')

/** Loads the library and its texts in parallel. */
const withAnt =
  <P extends object>(load: () => Promise<ComponentType<P>>) =>
  async (): Promise<ComponentType<P>> => {
    const [Inner, { ThemeProvider }] = await Promise.all([load(), loadTheme(), loadLocale()])
    return (props: P) => (
      <ThemeProvider>
        <Inner {...props} />
      </ThemeProvider>
    )
  }

/** A lazy component that uses Ant Design. `fetch` starts loading early. */
export const lazyAnt = <P extends object>(load: () => Promise<ComponentType<P>>) => lazily(withAnt(load))

/** The same for a component that a button opens, see `lazyPart`. */
export const lazyAntPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyPart(withAnt(load))
