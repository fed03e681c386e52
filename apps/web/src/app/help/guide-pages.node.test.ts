import { expect, test } from 'vitest'
import { renderGuide } from '../../../vite/guide-pages.ts'

test('headings have the ids by which links name them', () => {
  expect(renderGuide('## Four-eyes rule')).toContain('<h2 id="four-eyes-rule">')
  expect(renderGuide('## 四眼原则')).toContain('<h2 id="四眼原则">')
})
