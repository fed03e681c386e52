import type { ComponentType } from 'react'
import { type LazyComponent, lazyComponent } from '../ui/lazy-component.ts'
import { loadLocale } from './locale.ts'

/** A lazy component that uses Ant Design; the library and its texts are loaded in parallel. */
export const lazyThemed = <P extends object>(load: () => Promise<ComponentType<P>>): LazyComponent<P> =>
  lazyComponent(async () => {
    const [Inner, { ThemeProvider }] = await Promise.all([
      load(),
      import('./theme-provider.tsx'),
      loadLocale(),
    ])
    return (props: P) => (
      <ThemeProvider>
        <Inner {...props} />
      </ThemeProvider>
    )
  })
