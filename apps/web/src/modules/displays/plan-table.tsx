import type { DisplayPlaces } from '@cloud-factory/contract/displays/display-info'
import { Button, InputNumber } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import type { PlanBox } from '@cloud-factory/domain/displays/plan-layout.rules'
import { DeleteOutlined } from '@ant-design/icons'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { keyOf } from './plan-canvas.tsx'
import type { PositionedBox } from './info.rules.ts'

type Machine = DisplayPlaces['machines'][number]

interface OffPlanListProps {
  readonly machines: readonly Machine[]
  readonly workshops: DisplayPlaces['workshops']
  readonly onMachine: (machine: Machine) => void
  readonly onWorkshop: (id: string) => void
}

/** Items not yet on the plan; a click places one where there is room. */
export function OffPlanList({ machines, workshops, onMachine, onWorkshop }: OffPlanListProps) {
  const { t } = useTranslation('display-info')
  const none = machines.length + workshops.length === 0
  return (
    <section aria-label={t('omitted')} tabIndex={-1}>
      <h3>{t('omitted')}</h3>
      {none && <p className="page-note">{t('allPlaced')}</p>}
      <ul className="omitted">
        {workshops.map(({ id, name }) => (
          <li key={id}>
            <Button
              size="small"
              onClick={({ currentTarget }) => {
                moveFocusOn(currentTarget, 'li', 'section')
                onWorkshop(id)
              }}
            >
              {name}
            </Button>
          </li>
        ))}
        {machines.map((machine) => (
          <li key={machine.id}>
            <Button
              size="small"
              title={machine.name}
              onClick={({ currentTarget }) => {
                moveFocusOn(currentTarget, 'li', 'section')
                onMachine(machine)
              }}
            >
              {machine.code}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Moves the focus before a row with the focused button is removed: to the button of the next row,
 * else of the previous row, else to the container of the rows.
 */
function moveFocusOn(button: HTMLElement, row: string, holder: string): void {
  const going = button.closest(row)
  const neighbour = going?.nextElementSibling ?? going?.previousElementSibling
  const next = neighbour?.querySelector('button') ?? button.closest<HTMLElement>(holder)
  next?.focus()
}

interface PlanTableProps {
  readonly boxes: readonly PositionedBox[]
  readonly nameOf: (one: PositionedBox) => string
  readonly wrong: ReadonlySet<string>
  readonly chosen: string | null
  /** Numbers are shown and never changed. */
  readonly locked: boolean
  readonly onChoose: (key: string) => void
  readonly onChange: (one: PositionedBox, to: PlanBox) => void
  readonly onRemove: (one: PositionedBox) => void
}

const fields = ['xM', 'yM', 'widthM', 'depthM'] as const

/** The same plan in numbers, metres. */
export function PlanTable(props: PlanTableProps) {
  const { boxes, nameOf, wrong, chosen, locked, onChoose, onChange, onRemove } = props
  const { t } = useTranslation('display-info')
  return (
    <ScrollRegion label={t('planTable')} width={440}>
      <table className="info-table plan-table" aria-label={t('planTable')}>
        <thead>
          <tr>
            <th scope="col">{t('what')}</th>
            {fields.map((field) => (
              <th key={field} scope="col">
                {t(`field.${field}`)}
              </th>
            ))}
            {!locked && <th scope="col">{t('column.actions')}</th>}
          </tr>
        </thead>
        <tbody>
          {boxes.map((one) => (
            <PlanRow
              key={keyOf(one)}
              one={one}
              name={nameOf(one)}
              isChosen={chosen === keyOf(one)}
              isWrong={wrong.has(keyOf(one))}
              locked={locked}
              onChoose={() => onChoose(keyOf(one))}
              onChange={(to) => onChange(one, to)}
              onRemove={() => onRemove(one)}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

interface RowProps {
  readonly one: PositionedBox
  readonly name: string
  readonly isChosen: boolean
  readonly isWrong: boolean
  readonly locked: boolean
  readonly onChoose: () => void
  readonly onChange: (to: PlanBox) => void
  readonly onRemove: () => void
}

function PlanRow({ one, name, isChosen, isWrong, locked, onChoose, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('display-info')
  return (
    <tr className={`${isChosen ? 'is-chosen' : ''} ${isWrong ? 'is-wrong' : ''}`} onFocus={onChoose}>
      <th scope="row">{name}</th>
      {fields.map((field) => (
        <td key={field}>
          <InputNumber
            aria-label={`${name} ${t(`field.${field}`)}`}
            size="small"
            min={field === 'xM' || field === 'yM' ? 0 : 0.1}
            max={2000}
            step={0.5}
            precision={2}
            controls={false}
            value={one[field]}
            onChange={(value) => value !== null && onChange({ ...one, [field]: value })}
          />
        </td>
      ))}
      {!locked && (
        <td>
          <Button
            type="text"
            size="small"
            danger
            icon={<DeleteOutlined />}
            aria-label={t('remove', { name })}
            onClick={({ currentTarget }) => {
              moveFocusOn(currentTarget, 'tr', '[role=region]')
              onRemove()
            }}
          />
        </td>
      )}
    </tr>
  )
}
