import './inbox.css'
import type { MessageSettings as Settings, OwnMessageSettings } from '@cloud-factory/contract/inbox/messages'
import {
  type MessageChannelName,
  type MessageGroup,
  messageGroups,
} from '@cloud-factory/domain/inbox/record-kinds'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Checkbox, Form, Input, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { languageNames, languageWords, useSettings } from '../../shared/settings.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { useMessageSettingsQuery } from './inbox.queries.ts'

/** Which messages the person gets, and how. A change applies at once. */
export function MessageSettings() {
  const { t } = useTranslation('inbox')
  const { settings, error, retry, change } = useMessageSettings()
  const props = settings !== undefined && { settings, onChange: change }
  return (
    <>
      <p className="page-note">{t('settings.note')}</p>
      {error !== null && <ProblemAlert error={error} onRetry={retry} />}
      {settings === undefined && error === null && <Skeleton active />}
      {props !== false && (
        <>
          <Groups {...props} />
          {props.settings.channels.length > 0 && <Sending {...props} />}
        </>
      )}
    </>
  )
}

type ShownSettings = OwnMessageSettings & Pick<Settings, 'language'>

function useMessageSettings() {
  const query = useMessageSettingsQuery()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(query)
  const language = useSettings((settings) => settings.language)
  const save = useMutation({
    // Stored in the order of the changes, so that the last one wins on the server too.
    scope: { id: 'message-settings' },
    mutationFn: ({ appOff, byEmail, byWecom, quiet, language }: ShownSettings) =>
      api('PUT /api/me/messages/settings', { body: { appOff, byEmail, byWecom, quiet, language } }),
    onMutate: (settings) => client.setQueryData(query.queryKey, settings),
    onError: () => client.invalidateQueries({ queryKey: query.queryKey }),
  })
  // Until the person chooses something, what is sent is in the language of the screen.
  const settings = data === undefined ? undefined : { ...data, language: data.language ?? language }
  return {
    settings,
    error: error ?? save.error,
    retry: () => void refetch(),
    change: (changed: Partial<Settings>) => {
      if (settings !== undefined) save.mutate({ ...settings, ...changed })
    },
  }
}

interface Props {
  readonly settings: ShownSettings
  readonly onChange: (changed: Partial<Settings>) => void
}

const listOfChannel = { email: 'byEmail', wecom: 'byWecom' } as const satisfies Record<
  MessageChannelName,
  keyof Settings
>
type GroupList = 'appOff' | (typeof listOfChannel)[MessageChannelName]

/** A row for each group of messages, a column for each way to get them. */
function Groups({ settings, onChange }: Props) {
  const { t } = useTranslation('inbox')
  const box = (group: MessageGroup, list: GroupList, way: string, isDisabled = false) => {
    const others = settings[list].filter((one) => one !== group)
    const isListed = others.length < settings[list].length
    return (
      <td key={list}>
        <Checkbox
          aria-label={`${t(`settings.group.${group}`)}: ${way}`}
          checked={isListed !== (list === 'appOff')}
          disabled={isDisabled}
          onChange={() => onChange({ [list]: isListed ? others : [...others, group] })}
        />
      </td>
    )
  }
  return (
    <table className="message-settings">
      <thead>
        <tr>
          <th scope="col">{t('settings.when')}</th>
          <th scope="col">{t('settings.app')}</th>
          {settings.channels.map(({ channel }) => (
            <th key={channel} scope="col">
              {t(`settings.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {messageGroups.map((group) => (
          <tr key={group}>
            <th scope="row">{t(`settings.group.${group}`)}</th>
            {box(group, 'appOff', t('settings.app'))}
            {settings.channels.map(({ channel, address }) =>
              box(group, listOfChannel[channel], t(`settings.${channel}`), address === null),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Where, when and in which language messages are sent. */
function Sending({ settings, onChange }: Props) {
  const { t } = useTranslation('inbox')
  return (
    <div className="message-sending">
      {settings.channels.map(({ channel, address }) => (
        <p key={channel} className="page-note">
          {address === null ? t(`settings.noAddress.${channel}`) : `${t(`settings.${channel}`)}: ${address}`}
        </p>
      ))}
      <QuietHours {...{ settings, onChange }} />
      <Form.Item label={t('settings.language')} htmlFor="message-language" layout="vertical">
        <Select
          id="message-language"
          value={settings.language}
          options={languageWords.map((value) => ({ value, label: languageNames[value] }))}
          onChange={(language) => onChange({ language })}
        />
      </Form.Item>
    </div>
  )
}

const night = { from: '20:00', until: '07:00' }

/** Stored as soon as both times are complete and differ. */
function QuietHours({ settings: { quiet }, onChange }: Props) {
  const { t } = useTranslation('inbox')
  const [typed, setTyped] = useState(quiet ?? night)
  const type = (change: Partial<typeof night>) => {
    const now = { ...typed, ...change }
    setTyped(now)
    if (now.from !== '' && now.until !== '' && now.from !== now.until) onChange({ quiet: now })
  }
  return (
    <>
      <Checkbox
        checked={quiet !== null}
        onChange={({ target }) => onChange({ quiet: target.checked ? typed : null })}
      >
        {t('settings.quiet')}
      </Checkbox>
      {quiet !== null && (
        <div className="message-quiet">
          {(['from', 'until'] as const).map((end) => (
            <Input
              key={end}
              type="time"
              aria-label={t(`settings.quiet_${end}`)}
              status={typed.from === typed.until ? 'error' : ''}
              value={typed[end]}
              onChange={({ target }) => type({ [end]: target.value })}
            />
          ))}
        </div>
      )}
      <p className="page-note">{t('settings.quietNote')}</p>
    </>
  )
}
