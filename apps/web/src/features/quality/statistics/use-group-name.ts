import type { NcrReport } from '@cloud-factory/contract/quality-statistics'
import type { NcrGrouping } from '@cloud-factory/contract/statistics-enums'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../../shared/i18n/use-names.ts'

type Group = Pick<NcrReport['bars'][number], 'key' | 'names'>

/** What a group of non-conformances is called. */
export function useGroupName(by: NcrGrouping): (group: Group) => string {
  const { t } = useTranslation(['quality-statistics', 'ncrs'])
  const nameOf = useNames()
  return ({ key, names }) => {
    if (names !== null) return nameOf(names)
    if (key === null) return t('ncr.unknown')
    if (by === 'age') return t(`ncr.age.${key}` as 'ncr.age.week')
    return by === 'cause' || by === 'disposition' || by === 'severity'
      ? t(`ncrs:${by}.${key}` as 'ncrs:cause.man')
      : key
  }
}
