import type { TextChange, TextChangePage } from '@cloud-factory/contract/telemetry/telemetry'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Button, Empty, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { QueryState } from '../../shared/ui/query-state.tsx'

const ttlMs = 15_000

/**
 * History of text signals such as job, program or operator: each change with its time. Empty if the
 * machine never sent one.
 */
export function TextHistory({ machineId }: { readonly machineId: string }) {
  const { t } = useTranslation('signals')
  const nameOf = useNames()
  const [slot, setSlot] = useState<number | undefined>(undefined)
  const query = useTexts(machineId, slot)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = query
  if (data === undefined) return <QueryState query={query} />
  const signals = data.pages[0]?.signals ?? []
  const items = data.pages.flatMap((page) => page.items)
  if (signals.length + items.length === 0) return null
  return (
    <section className="signals-texts" aria-label={t('texts.title')}>
      <header>
        <h3>{t('texts.title')}</h3>
        <Select
          allowClear
          aria-label={t('common:field.role')}
          placeholder={t('texts.all')}
          value={slot}
          options={signals.map((one) => ({ value: one.slot, label: nameOf(one.names) }))}
          onChange={setSlot}
        />
      </header>
      <QueryState query={query} />
      {items.length === 0 && <Empty description={t('texts.noneYet')} />}
      <ol aria-label={t('texts.list')} aria-busy={isPlaceholderData}>
        {items.map((item) => (
          <TextEntry key={`${item.slot} ${item.at}`} change={item} />
        ))}
      </ol>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('texts.more')}
        </Button>
      )}
    </section>
  )
}

function TextEntry({ change: { at, until, names, kind, text } }: { readonly change: TextChange }) {
  const { t } = useTranslation('signals')
  const nameOf = useNames()
  const instant = useInstant()
  return (
    <li>
      <time dateTime={at}>{instant(at)}</time>
      <span>{nameOf(names)}</span>
      <p>
        {kind === 'null' ? <em>{t('texts.noValue')}</em> : kind === 'date' ? instant(text) : text}
        {until !== at && <small>{t('texts.until', { at: instant(until) })}</small>}
      </p>
    </li>
  )
}

const useTexts = (machineId: string, slot: number | undefined) =>
  useInfiniteQuery({
    queryKey: ['equipment', 'machine', machineId, 'texts', slot],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/machines/:id/texts', {
        params: { id: machineId },
        query: { ...(slot === undefined ? {} : { slot }), ...pageParam },
        signal,
      }),
    initialPageParam: {} as NonNullable<TextChangePage['next']> | Record<string, never>,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // No refresh while the user reads older pages.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? ttlMs : false),
  })
