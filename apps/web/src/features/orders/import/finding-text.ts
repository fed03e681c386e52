import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { FindingRow } from './imports.queries.ts'

export type FindingWords = Pick<FindingRow, 'code' | 'file' | 'row' | 'column' | 'value' | 'params'>

/** Sentence for a finding in the person's language: what is wrong and what to do; the bare code when it is a new one. */
export function useFindingText(): (finding: FindingWords) => string {
  const { t } = useTranslation('findings')
  return useCallback(
    ({ code, file, row, column, value, params }) =>
      t(code, { defaultValue: code, file, row, column: column ?? '', value: value ?? '', ...params }),
    [t],
  )
}
