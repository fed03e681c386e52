import { languageWords } from '../../shared/settings.ts'
import { layoutOf } from '@cloud-factory/contract/displays/screen-templates'
import { optionsOf } from '@cloud-factory/contract/displays/screen-options'
import { panelKinds, type PanelKind } from '@cloud-factory/domain/displays/display-enums'
import type { FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { emptyItems, wallItems } from '../../../../../tests/support/wall-items.ts'
import { SpeechContext } from '../labels.ts'
import { panelBodies } from './panel-bodies.tsx'
import type { PanelProps } from '../screen.types.ts'

const { thresholds } = layoutOf('usual')

function drawn(kind: PanelKind, data: unknown, language: 'zh' | 'en' | 'es', zoom = 1): string {
  const Shown = panelBodies[kind] as unknown as FunctionComponent<PanelProps<PanelKind>>
  return renderToStaticMarkup(
    <SpeechContext value={{ language, timeZone: 'Asia/Shanghai' }}>
      <Shown
        data={data as never}
        width={448 * zoom}
        height={110 * zoom}
        zoom={zoom}
        options={optionsOf(kind, {})}
        thresholds={thresholds}
      />
    </SpeechContext>,
  )
}

describe.each(panelKinds)('%s', (kind) => {
  test.each(languageWords)('says what it is told, small and large, in %s', (language) => {
    for (const zoom of [1, 1.7, 3]) {
      const html = drawn(kind, wallItems[kind]?.data, language, zoom)
      expect(html).not.toMatch(/NaN|undefined|Infinity|\{\{/)
      expect(html.length).toBeGreaterThan(40)
    }
  })

  test.each(languageWords)('says nothing that is not known in %s', (language) => {
    const html = drawn(kind, emptyItems[kind], language)
    expect(html).not.toMatch(/NaN|undefined|Infinity|null|\{\{/)
    // No number is made of nothing: what is not known is a dash or a sentence.
    expect(html.replace(/<[^>]*>/g, '').trim()).not.toBe('')
  })
})
