import { expect, test } from 'vitest'
import { loginPathFor, ownPath } from './own-path.ts'

test.each([
  ['/order/list?q=a#b', '/order/list?q=a#b'],
  ['/', '/'],
  [null, '/'],
  ['', '/'],
  ['order', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['\\\\evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/a\nb', '/'],
  ['/\t/evil.example', '/'],
  ['/..//evil.example', '/'],
  ['/订单?q=钢', '/%E8%AE%A2%E5%8D%95?q=%E9%92%A2'],
])('redirect after sign-in: %j leads to %s', (target, path) => {
  expect(ownPath(target)).toBe(path)
})

test('without a token any other path redirects to /login?redirect={path}, query and hash included', () => {
  const login = loginPathFor('/order/list?q=a&b=1#c')
  expect(new URL(login, 'http://here').searchParams.get('redirect')).toBe('/order/list?q=a&b=1#c')
  expect(loginPathFor('/')).toBe('/login')
})
