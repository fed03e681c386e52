import './inbox.css'
import type { MessageSettings as Settings } from '@cloud-factory/contract/inbox/messages'
import { type MessageGroup, messageGroups } from '@cloud-factory/domain/inbox/record-kinds'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Checkbox, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { useMessageSettingsQuery } from './inbox.queries.ts'

/** Which messages the person gets. A change applies at once. */
export function MessageSettings() {
  const { t } = useTranslation('inbox')
  const { settings, error, retry, change } = useMessageSettings()
  return (
    <>
      <p className="page-note">{t('settings.note')}</p>
      {error !== null && <ProblemAlert error={error} onRetry={retry} />}
      {settings === undefined && error === null && <Skeleton active />}
      {settings !== undefined && <Groups settings={settings} onChange={change} />}
    </>
  )
}

function useMessageSettings() {
  const query = useMessageSettingsQuery()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(query)
  const save = useMutation({
    // Stored in the order of the changes, so that the last one wins on the server too.
    scope: { id: 'message-settings' },
    mutationFn: (body: Settings) => api('PUT /api/me/messages/settings', { body }),
    onMutate: (settings) => client.setQueryData(query.queryKey, settings),
    onError: () => client.invalidateQueries({ queryKey: query.queryKey }),
  })
  return {
    settings: data,
    error: error ?? save.error,
    retry: () => void refetch(),
    change: (settings: Settings) => save.mutate(settings),
  }
}

interface GroupsProps {
  readonly settings: Settings
  readonly onChange: (settings: Settings) => void
}

/** A row for each group of messages. */
function Groups({ settings, onChange }: GroupsProps) {
  const { t } = useTranslation('inbox')
  const without = (group: MessageGroup) => settings.appOff.filter((one) => one !== group)
  return (
    <table className="message-settings">
      <thead>
        <tr>
          <th scope="col">{t('settings.when')}</th>
          <th scope="col">{t('settings.app')}</th>
        </tr>
      </thead>
      <tbody>
        {messageGroups.map((group) => (
          <tr key={group}>
            <th scope="row">{t(`settings.group.${group}`)}</th>
            <td>
              <Checkbox
                aria-label={`${t(`settings.group.${group}`)}: ${t('settings.app')}`}
                checked={!settings.appOff.includes(group)}
                onChange={({ target }) =>
                  onChange({ ...settings, appOff: [...without(group), ...(target.checked ? [] : [group])] })
                }
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
