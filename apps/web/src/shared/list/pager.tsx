import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useTranslation } from '../i18n/use-translation.tsx'
import { Button } from '../ui/button.tsx'
import { pagesOnOffer } from './list-state.rules.ts'
import './pager.css'

export interface Pages {
  /** From 1. */
  readonly page: number
  readonly pageSize: number
  /** Rows in all. */
  readonly total: number
  /** Sizes to choose from; absent: the size stays. */
  readonly sizes?: readonly number[]
  readonly onChange: (page: number, pageSize: number) => void
}

/** Leads through the pages of a table. */
export function Pager({ page, pageSize, total, sizes, onChange }: Pages) {
  const { t } = useTranslation()
  const last = Math.max(1, Math.ceil(total / pageSize))
  const go = (to: number) => onChange(to, pageSize)
  return (
    <nav className="pager" aria-label={t('table.pages')}>
      <Button
        icon={<LeftOutlined aria-hidden="true" />}
        title={t('table.previous')}
        disabled={page <= 1}
        onClick={() => go(page - 1)}
      />
      {pagesOnOffer(page, last).map((one, at) =>
        one === null ? (
          // oxlint-disable-next-line react/no-array-index-key -- gaps have no other name
          <span key={`gap ${at}`}>…</span>
        ) : (
          <Button key={one} aria-current={one === page ? 'page' : undefined} onClick={() => go(one)}>
            {one}
          </Button>
        ),
      )}
      <Button
        icon={<RightOutlined aria-hidden="true" />}
        title={t('table.next')}
        disabled={page >= last}
        onClick={() => go(page + 1)}
      />
      {sizes !== undefined && (
        <select
          aria-label={t('table.pageSize')}
          value={pageSize}
          onChange={({ target }) => onChange(1, Number(target.value))}
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {t('table.perPage', { count: size })}
            </option>
          ))}
        </select>
      )}
    </nav>
  )
}
