import { expect, test } from 'vitest'
import { scopeOf, searchOf } from './statistics-scope.ts'

const scope = (search: string) => scopeOf(new URLSearchParams(search), '2026-03-20')

test('an address says what is shown, and what it says wrongly is as usual', () => {
  expect(scope('')).toEqual({
    from: '2025-12-21',
    to: '2026-03-20',
    stage: null,
    crewId: null,
    machineId: null,
    projectId: null,
    processId: null,
    by: 'crew',
    ncrBy: 'defect',
    measure: 'reports',
    repairBy: 'month',
    kind: 'xbar_r',
    itemId: null,
    size: 5,
  })
  const search =
    'from=2026-01-01&to=2026-02-01&stage=coating&kind=i_mr&size=3&by=project&ncrBy=cause&measure=cost&repairBy=welder' +
    '&crewId=3&machineId=6&projectId=4&processId=5&itemId=17'
  expect(new URLSearchParams(searchOf(scope(search))).toString()).toBe(search)
  expect(scope('from=x&stage=y&kind=z&itemId=0&size=11&by=x&ncrBy=x&measure=x&crewId=x')).toEqual(scope(''))
})
