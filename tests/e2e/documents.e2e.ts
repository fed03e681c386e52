import { expect, it } from 'vitest'
import { becomes, journey, openApp } from '../support/journey.ts'
import { largestOrder } from '../support/pages.ts'
import { wordsOf } from '../support/dictionary.ts'

const t = wordsOf('zh')
const text = (name: string, words: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(words) })

journey('documents of an order', () => {
  const app = openApp()

  it('are uploaded, looked at, replaced, retired and put back', async () => {
    const { id } = await largestOrder(app)
    const { page } = await app.enter('planner', `/order/detail/${id}?part=documents`)
    const input = page.getByTestId('document-files')
    const line = (name: string) => page.locator('.upload-list li', { hasText: name })
    await input.setInputFiles([text('说明.txt', '焊缝一级'), text('tool.exe', 'MZ')])
    await line('说明.txt').getByText(t('order-documents:upload.added')).waitFor()
    await line('tool.exe').getByText(t('problem:file.unknown_type')).waitFor()
    await input.setInputFiles([text('说明.txt', '焊缝二级')])
    await page.getByText(t('order-documents:upload.version')).waitFor()
    await input.setInputFiles([text('说明.txt', '焊缝二级')])
    await page.getByText(t('order-documents:upload.unchanged')).waitFor()

    const name = page.getByRole('button', { name: '说明.txt', exact: true })
    await name.click()
    const shown = page.locator('.document-text')
    await becomes(() => shown.textContent(), '焊缝二级')
    await page.getByRole('button', { name: t('order-documents:versionNo', { no: 1 }) }).click()
    await becomes(() => shown.textContent(), '焊缝一级')
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t('common:action.save') }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('说明.txt')
    await page.keyboard.press('Escape')

    const act = async (action: string) => {
      await page.getByRole('button', { name: t('order-documents:actions', { name: '说明.txt' }) }).click()
      await page.getByRole('menuitem', { name: t(`order-documents:action.${action}`), exact: true }).click()
    }
    await act('retire')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('作废')
    await dialog.getByRole('button', { name: t('order-documents:action.retire') }).click()
    await becomes(() => name.count(), 0)
    await page.goto(`/order/detail/${id}?part=documents&retired=true`)
    await page.getByText(/作废：作废/).waitFor()
    await act('restore')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('order-documents:action.restore') })
      .click()
    await becomes(() => name.count(), 0)
  })

  it('a PDF is shown in the page by the browser itself, and who may only look cannot upload', async () => {
    const { id } = await largestOrder(app)
    const { page, complaints } = await app.enter('planner', `/order/detail/${id}?part=documents`)
    const pdf = await page.pdf()
    await page.getByTestId('document-files').setInputFiles([{ name: '图.pdf', mimeType: '', buffer: pdf }])
    await page.getByRole('button', { name: '图.pdf', exact: true }).click()
    // A browser without a PDF viewer says so and offers the file.
    const hasViewer = await page.evaluate(() => navigator.pdfViewerEnabled)
    await (hasViewer
      ? page.locator('iframe.document-pdf[src^="blob:"]')
      : page.getByText(t('order-documents:preview.noViewer'))
    ).waitFor()
    expect(complaints).toEqual([])

    const viewer = await app.enter('viewer', `/order/detail/${id}?part=documents`)
    await viewer.page.getByRole('button', { name: '图.pdf', exact: true }).waitFor()
    await becomes(
      () =>
        viewer.page.getByRole('button', { name: t('common:documents.add') }).getAttribute('aria-disabled'),
      'true',
    )
  })
})
