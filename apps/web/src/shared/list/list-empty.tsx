import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { List } from './use-list-state.ts'

/** Shown instead of rows: nothing matches, or there are no rows at all. */
export function ListEmpty({ list, empty }: { readonly list: List; readonly empty: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="list-empty">
      {list.narrowed === 0 ? (
        empty
      ) : (
        <>
          <span>{t('table.noMatch')}</span>
          <Button onClick={list.reset}>{t('table.reset')}</Button>
        </>
      )}
    </div>
  )
}
