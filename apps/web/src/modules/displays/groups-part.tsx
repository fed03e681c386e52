import type { GroupRow } from '@cloud-factory/contract/displays/screen-devices'
import { screenGroups } from '@cloud-factory/domain/displays/group-resource'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { absent } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import type { ResourceColumn } from '../../shared/resource/resource-columns.tsx'
import { ResourceList } from '../../shared/resource/resource-list.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { CommandDialog } from './command-dialog.tsx'
import { ScreenSelect } from './pair-dialog.tsx'

const inputs = { screenId: <OptionalScreen /> }

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
        inputs={inputs}
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
    render: ({ screen }) => (screen === null ? t('ownScreens') : names(screen)),
  },
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
