import { CopyOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { DisplayPlaces } from '@cloud-factory/contract/displays/display-info'
import { Button, Input } from 'antd'
import { type ClipboardEvent, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Locked } from '../../shared/form/locked.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { copied, monthAfter, pasted, targetOf, tonnesOf, withTarget } from './info.rules.ts'
import { useToday } from '../../shared/format/dates.ts'
import type { InfoWork } from './use-info-draft.ts'

const shownMonths = 6

interface Props {
  readonly work: InfoWork
  readonly places: DisplayPlaces
}

/**
 * Tonnes of a month by process: typed, pasted from a spreadsheet, or copied from the previous
 * month.
 */
export function TargetsPart({ work: { draft, change, locked }, places }: Props) {
  const { t } = useTranslation('display-info')
  const nameOf = useNames()
  const thisMonth = useToday().slice(0, 7)
  const [first, setFirst] = useState(() => monthAfter(thisMonth, -1))
  const [left, setLeft] = useState(0)
  const months = Array.from({ length: shownMonths }, (_, at) => monthAfter(first, at))
  const processes = places.processes.map(({ id }) => id)
  const { targets } = draft
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const text = event.clipboardData.getData('text/plain')
    // One value is typed as usual.
    if (!/[\t\n]/.test(text.trimEnd())) return
    event.preventDefault()
    const found = pasted(targets, text, { processes, months, row, column })
    setLeft(found.left)
    change({ targets: found.targets })
  }
  return (
    <div className="info-part">
      <p className="page-note">{t('targetsNote')}</p>
      <MonthBar first={first} thisMonth={thisMonth} onFirst={setFirst} />
      {left > 0 && (
        <p className="problem-line" role="status">
          {t('pasteLeft', { count: left })}
        </p>
      )}
      <Locked when={locked}>
        <ScrollRegion label={t('part.targets')} width={620}>
          <table className="info-table targets" aria-label={t('part.targets')}>
            <TargetsHead
              months={months}
              thisMonth={thisMonth}
              onCopy={locked ? null : (from, to) => change({ targets: copied(targets, from, to) })}
            />
            <tbody>
              {places.processes.map(({ id, names }, row) => (
                <tr key={id}>
                  <th scope="row">{nameOf(names)}</th>
                  {months.map((month, column) => (
                    <td key={month}>
                      <TargetCell
                        key={targetOf(targets, month, id)}
                        label={`${nameOf(names)} ${month}`}
                        value={targetOf(targets, month, id)}
                        onChange={(tonnes) => change({ targets: withTarget(targets, month, id, tonnes) })}
                        onPaste={(event) => paste(event, row, column)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </Locked>
    </div>
  )
}

interface BarProps {
  readonly first: string
  readonly thisMonth: string
  readonly onFirst: (month: string) => void
}

/** Which months are shown. */
function MonthBar({ first, thisMonth, onFirst }: BarProps) {
  const { t } = useTranslation('display-info')
  return (
    <div className="targets-bar">
      <Button icon={<LeftOutlined />} onClick={() => onFirst(monthAfter(first, -1))}>
        {t('earlier')}
      </Button>
      <Button onClick={() => onFirst(monthAfter(thisMonth, -1))}>{t('thisMonth')}</Button>
      <Button icon={<RightOutlined />} iconPlacement="end" onClick={() => onFirst(monthAfter(first, 1))}>
        {t('later')}
      </Button>
    </div>
  )
}

interface HeadProps {
  readonly months: readonly string[]
  readonly thisMonth: string
  /** Copies the targets of a month to another; null: read only. */
  readonly onCopy: ((from: string, to: string) => void) | null
}

function TargetsHead({ months, thisMonth, onCopy }: HeadProps) {
  const { t } = useTranslation('display-info')
  return (
    <thead>
      <tr>
        <th scope="col">{t('field.process')}</th>
        {months.map((month) => (
          <th key={month} scope="col" className={month === thisMonth ? 'is-now' : undefined}>
            <span className="month">{month}</span>
            {onCopy !== null && (
              <Button
                type="text"
                size="small"
                icon={<CopyOutlined />}
                aria-label={t('copyMonth', { from: monthAfter(month, -1), to: month })}
                title={t('copyMonth', { from: monthAfter(month, -1), to: month })}
                onClick={() => onCopy(monthAfter(month, -1), month)}
              />
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface CellProps {
  readonly label: string
  readonly value: string
  readonly onChange: (tonnes: string) => void
  readonly onPaste: (event: ClipboardEvent) => void
}

/** Applies the typed value on blur or Enter; an invalid number stays marked and is not applied. */
function TargetCell({ label, value, onChange, onPaste }: CellProps) {
  const [text, setText] = useState(value)
  const tonnes = text.trim() === '' ? '' : tonnesOf(text)
  const keep = () => {
    if (tonnes !== null && tonnes !== value) onChange(tonnes)
  }
  return (
    <Input
      aria-label={label}
      inputMode="decimal"
      value={text}
      {...(tonnes === null ? { status: 'error' as const, 'aria-invalid': true } : {})}
      onChange={({ target }) => setText(target.value)}
      onBlur={keep}
      onPressEnter={keep}
      onPaste={onPaste}
    />
  )
}
