import mqtt from 'mqtt'
import { expect, it } from 'vitest'
import { journey, openApp } from '../support/journey.ts'
import { wordsOf } from '../support/dictionary.ts'
import { field, pressInForm } from '../support/shell.ts'

const t = wordsOf('zh')

journey('a machine is connected', () => {
  const app = openApp()

  it('from its form to its first value with what the page says', async () => {
    const { page } = await app.enter('admin', '/equipment/list')
    await page.getByRole('button', { name: t('machines:add') }).click()
    await field(page, t('machines:field.name')).fill('新锯床')
    await field(page, t('machines:field.profileId')).click()
    await page.locator('.ant-select-item-option').first().click()
    await field(page, t('machines:field.line')).fill('test')
    await field(page, t('machines:field.code')).fill('NEW-1')
    await pressInForm(page, t('shell:form.save'))

    const guide = page.getByRole('region', { name: t('signals:connect.title') })
    await guide.getByText(t('signals:connect.noGateway')).waitFor()
    const api = await app.api('admin')
    const gateway = { code: 'saw-gateway', name: '', topics: ['sf/v1/main/test/#'], active: true }
    const { secret } = (await api.call('POST', '/api/gateways', gateway)).body as { secret: string }
    await page.reload()
    await guide.getByText(t('signals:connect.gateways', { codes: 'saw-gateway' })).waitFor()

    const [topic = '', message = ''] = await guide.locator('.connect-code').allInnerTexts()
    expect(topic).toBe('sf/v1/main/test/NEW-1/telemetry')
    const { port } = (await api.call('GET', '/api/telemetry/broker')).body as { port: number }
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
      username: 'saw-gateway',
      password: secret,
    })
    await client.publishAsync(topic, message, { qos: 1 })
    await client.endAsync()
    await page.getByText(t('signals:connect.first', { code: 'NEW-1' })).waitFor()
    await guide.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: t('machines:part.overview') }).click()
    await page
      .getByRole('region', { name: t('machines:now') })
      .getByText(/^75[.0]* m.min$/)
      .waitFor()
  })
})
