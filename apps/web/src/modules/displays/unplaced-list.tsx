import type { DisplayPlaces } from '@cloud-factory/contract/displays/display-info'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { moveFocusOn } from './move-focus-on.ts'

type Machine = DisplayPlaces['machines'][number]

interface Props {
  readonly machines: readonly Machine[]
  readonly workshops: DisplayPlaces['workshops']
  readonly onMachine: (machine: Machine) => void
  readonly onWorkshop: (id: string) => void
}

/** Items not yet on the plan; a click places one where there is room. */
export function UnplacedList({ machines, workshops, onMachine, onWorkshop }: Props) {
  const { t } = useTranslation('display-info')
  const none = machines.length + workshops.length === 0
  return (
    <section aria-label={t('unplaced')} tabIndex={-1}>
      <h3>{t('unplaced')}</h3>
      {none && <p className="page-note">{t('allPlaced')}</p>}
      <ul className="unplaced">
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
