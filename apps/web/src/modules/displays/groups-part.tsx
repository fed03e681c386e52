import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { GroupRow } from '@cloud-factory/contract/displays/screen-groups'
import { type GroupRule, maxGroupRules, screenGroups } from '@cloud-factory/domain/displays/group-resource'
import { shifts } from '@cloud-factory/domain/planning/planning-resources'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Select } from 'antd'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { absent } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import type { RecordFormProps } from '../../shared/list/record-list.tsx'
import type { ResourceColumn } from '../../shared/resource/resource-columns.tsx'
import { resourceQuery } from '../../shared/resource/resource-api.ts'
import { ResourceForm } from '../../shared/resource/resource-form.tsx'
import { ResourceList } from '../../shared/resource/resource-list.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { CommandDialog } from './command-dialog.tsx'
import { ScreenSelect } from './pair-dialog.tsx'
import { allScreensQuery } from './screens.queries.ts'

const inputs = { screenId: <OptionalScreen />, schedule: <ScheduleItem /> }

const GroupForm = (props: RecordFormProps<GroupRow>) => (
  <ResourceForm
    resource={screenGroups}
    {...props}
    initial={initial}
    inputs={inputs}
    show={(field, value) =>
      field === 'schedule' ? <ScheduleText schedule={value as readonly GroupRule[]} /> : undefined
    }
  />
)
const initial = { schedule: [] }

/** Groups of TVs: what they show, and how many are online. */
export function GroupsPart() {
  const { t } = useTranslation('displays')
  const names = useNames()
  const navigate = useNavigate()
  const columns = useMemo(() => groupColumns(t, names), [t, names])
  const [target, setTarget] = useState<GroupRow | null>(null)
  return (
    <>
      <ResourceList
        resource={screenGroups}
        label={t('part.groups')}
        columns={columns}
        form={GroupForm}
        rowWidth={{ zh: 250, other: 330 }}
        rowButtons={(row) => (
          <>
            <ReasonButton
              type="link"
              size="small"
              allowed={row.can.edit === true && row.devices === 0 ? 'screen.no_devices' : row.can.edit}
              onClick={() => setTarget(row)}
            >
              {t('tell')}
            </ReasonButton>
            <ReasonButton
              type="link"
              size="small"
              allowed
              onClick={() => void navigate(`/set/show?part=devices&groupId=${row.id}`)}
            >
              {t('part.devices')}
            </ReasonButton>
          </>
        )}
      />
      {target !== null && <CommandDialog group={target} onClose={() => setTarget(null)} />}
    </>
  )
}

const groupColumns = (
  t: TFunction<'displays'>,
  names: ReturnType<typeof useNames>,
): readonly ResourceColumn<GroupRow>[] => [
  'name',
  {
    key: 'screenId',
    width: 220,
    render: ({ screen, dark }) => (dark ? t('dark') : screen === null ? t('ownScreens') : names(screen)),
  },
  { key: 'schedule', width: 260, render: ({ schedule }) => <ScheduleText schedule={schedule} /> },
  { key: 'staggered', width: { zh: 140, other: 190 } },
  {
    key: 'devices',
    width: { zh: 120, other: 130 },
    align: 'right',
    render: ({ devices, online }) => (devices === 0 ? absent : `${online} / ${devices}`),
  },
]

/** The screen of a group, or none. */
function OptionalScreen(item: Parameters<typeof ScreenSelect>[0]) {
  const { t } = useTranslation('displays')
  return <ScreenSelect {...item} allowClear placeholder={t('ownScreens')} />
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** A time of a rule as the value of a choice: the id of a shift, or what it is. */
const timeOf = ({ at, shiftId }: GroupRule): string => shiftId ?? at
const darkValue = 'dark'

/** What a rule can say: its time, and the screen or none. */
function useRuleChoices(): { readonly times: readonly Choice[]; readonly screens: readonly Choice[] } {
  const { t } = useTranslation('displays')
  const names = useNames()
  const { data: plan } = useQuery(resourceQuery(shifts))
  const { data: screens } = useQuery(allScreensQuery)
  return {
    times: [
      ...(plan?.items.map((shift) => ({ value: shift.id, label: names(shift.names) })) ?? []),
      ...(['outside', 'day_off'] as const).map((value) => ({ value, label: t(`ruleTime.${value}`) })),
    ],
    screens: [
      { value: darkValue, label: t('dark') },
      ...(screens?.items.map((screen) => ({ value: screen.id, label: names(screen.names) })) ?? []),
    ],
  }
}

const labelIn = (choices: readonly Choice[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value

/** All rules in one line. */
function ScheduleText({ schedule }: { readonly schedule: readonly GroupRule[] }) {
  const { times, screens } = useRuleChoices()
  if (schedule.length === 0) return absent
  return schedule
    .map((rule) => `${labelIn(times, timeOf(rule))}: ${labelIn(screens, rule.screenId ?? darkValue)}`)
    .join(' · ')
}

function ScheduleItem() {
  const { t } = useTranslation('displays')
  return (
    <Form.Item name="schedule" label={t('groupSchedule')} extra={t('groupScheduleHint')}>
      <ScheduleInput />
    </Form.Item>
  )
}

interface ScheduleProps {
  readonly value?: readonly GroupRule[]
  readonly onChange?: (schedule: readonly GroupRule[]) => void
}

/** Rules from above: a time, and what the TVs show then. */
function ScheduleInput({ value: schedule = [], onChange }: ScheduleProps) {
  const { t } = useTranslation('displays')
  const { times, screens } = useRuleChoices()
  const change = (at: number, part: Partial<GroupRule>) =>
    onChange?.(schedule.map((rule, index) => (index === at ? { ...rule, ...part } : rule)))
  return (
    <>
      {schedule.map((rule, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rules have no other identity, and the inputs no state
        <div className="schedule-rule" key={at}>
          <Select<string>
            aria-label={t('ncr.when')}
            value={timeOf(rule)}
            options={[...times]}
            onChange={(time) => change(at, ruleTimeOf(time))}
          />
          <Select<string>
            aria-label={t('field.screen')}
            value={rule.screenId ?? darkValue}
            options={[...screens]}
            onChange={(screen) => change(at, { screenId: screen === darkValue ? null : screen })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('ruleRemove', { number: at + 1 })}
            onClick={() => onChange?.(schedule.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={schedule.length >= maxGroupRules}
        onClick={() => onChange?.([...schedule, { at: 'day_off', shiftId: null, screenId: null }])}
      >
        {t('ruleAdd')}
      </Button>
    </>
  )
}

const ruleTimeOf = (time: string): Pick<GroupRule, 'at' | 'shiftId'> =>
  time === 'outside' || time === 'day_off' ? { at: time, shiftId: null } : { at: 'shift', shiftId: time }
