import i18next from 'i18next'
import { createElement } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { expect, it } from 'vitest'
import nesting from '../../../../../packages/dictionary/src/nesting.zh.json'
import purchasing from '../../../../../packages/dictionary/src/purchasing.zh.json'
import { useTranslation } from './use-translation.tsx'

function Page() {
  const { t } = useTranslation(['nesting', 'purchasing'])
  return `${t('remnant')} ${t('purchasing:status.draft')}`
}

it('a component that waits for one namespace after the other gets the texts of both', async () => {
  await i18next.init({ lng: 'zh', ns: [], resources: {} })
  const page = await renderToReadableStream(createElement(Page))
  await page.allReady
  expect(await new Response(page).text()).toBe(`${nesting.remnant} ${purchasing.status.draft}`)
})
