import { expect, test } from 'vitest'
import { findRoute, guideOf, pagesOf } from '../route-tree.ts'
import { allRoutes } from '../routes.tsx'

const files = import.meta.glob<string>('../../../../../docs/user-guide/*/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const guides = pagesOf(allRoutes).map(({ path }) => {
  const found = findRoute(allRoutes, path)
  return { path, guide: found === null ? '' : guideOf(found) }
})

test.each(['zh', 'en', 'es'])('every page has its section of the guide in %s', (language) => {
  for (const { path, guide } of guides) {
    const [name, section] = guide.split('#')
    expect(name, path).not.toBe('README')
    const text = files[`../../../../../docs/user-guide/${language}/${name}.md`]
    expect(text, path).toBeDefined()
    if (section !== undefined) expect(text, path).toContain(`\n<a id="${section}"></a>\n\n## `)
  }
})
