import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BadSetting, env, readConfig } from './config.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/settings.md'), 'utf8')
/** Rows of the table: the names of the settings, and their default. */
const rows = [...page.matchAll(/^\| (`[^|]+) \| ([^|]+) \|/gm)].map(([, names = '', standard = '']) => ({
  names: names.split(', ').map((name) => name.replaceAll('`', '')),
  standard,
}))

test('docs/settings.md lists every setting once', () => {
  expect(rows.flatMap(({ names }) => names).toSorted()).toEqual(Object.keys(env.shape).toSorted())
})

test('docs/settings.md says the defaults of the program', () => {
  const defaults: Readonly<Record<string, unknown>> = env.parse({})
  for (const { names, standard } of rows) {
    for (const name of names.filter((each) => defaults[each] !== undefined)) {
      const value = defaults[name]
      const text = typeof value === 'boolean' ? String(Number(value)) : String(value)
      expect(standard, name).toBe(`\`${text}\``)
    }
  }
})

const mail = { SMTP_HOST: 'mail.example', SMTP_FROM: 'a@example.com', PUBLIC_URL: 'https://factory.example' }

test('a mail server is used encrypted, with public certificates and without an account unless said', () => {
  expect(readConfig({}).smtp).toBeNull()
  expect(readConfig(mail).smtp).toEqual({
    host: 'mail.example',
    port: 587,
    security: 'starttls',
    login: null,
    from: 'a@example.com',
    ca: null,
  })
})

test.each([
  ['SMTP_FROM', { SMTP_FROM: '' }],
  ['PUBLIC_URL', { PUBLIC_URL: '' }],
  ['SMTP_USER, SMTP_PASSWORD', { SMTP_USER: 'u' }],
  ['SMTP_USER, SMTP_PASSWORD', { SMTP_PASSWORD: 'p' }],
  ['SMTP_SECURITY', { SMTP_SECURITY: 'maybe' }],
  ['SMTP_CA_FILE', { SMTP_CA_FILE: '/nowhere/ca.pem' }],
])('half a mail server stops the start and names %s', (name, change) => {
  expect(() => readConfig({ ...mail, ...change })).toThrow(BadSetting)
  expect(() => readConfig({ ...mail, ...change })).toThrow(`${name}: `)
})

test('a robot tells its group of everything unless said, and needs our address', () => {
  const robot = {
    WECOM_ROBOT_URL: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k',
    PUBLIC_URL: 'https://factory.example',
  }
  expect(readConfig({}).robot).toBeNull()
  expect(readConfig(robot).robot).toEqual({
    url: robot.WECOM_ROBOT_URL,
    kinds: ['alarms', 'repairs', 'ncrs'],
    language: 'zh',
  })
  expect(readConfig({ ...robot, WECOM_ROBOT_KINDS: 'ncrs, alarms' }).robot?.kinds).toEqual(['ncrs', 'alarms'])
  expect(() => readConfig({ ...robot, WECOM_ROBOT_KINDS: 'orders' })).toThrow('WECOM_ROBOT_KINDS')
  expect(() => readConfig({ ...robot, PUBLIC_URL: '' })).toThrow('PUBLIC_URL: is needed with WECOM_ROBOT_URL')
})
