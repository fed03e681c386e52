import './info.css'
import type {
  DisplayInfoDraft,
  DisplayPlaces,
  DisplayInfo,
} from '@cloud-factory/contract/displays/display-info'
import { type InfoProblem, infoProblems } from '@cloud-factory/contract/displays/display-info.rules'
import { useQuery } from '@tanstack/react-query'
import { Skeleton, InputNumber } from 'antd'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { usePart, PartTabs } from '../../shared/ui/part-tabs.tsx'
import { ConflictDialog } from '../../shared/form/form-drawer.tsx'
import { Locked } from '../../shared/form/locked.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { BasicsPart, NoticesPart } from './basics-part.tsx'
import { InfoHeader, type InfoPart, infoParts, ProblemList } from './info-header.tsx'
import { type InfoFacts, infoFacts } from './info-facts.ts'
import { InfoPreview } from './info-preview.tsx'
import { infoQuery, placesQuery, versionQuery } from './info.queries.ts'
import { PlanPart } from './plan-part.tsx'
import { TargetsPart } from './targets-part.tsx'
import { useToday } from '../../shared/format/dates.ts'
import { infoFields, type InfoWork, useInfoDraft } from './use-info-draft.ts'
import { VersionsPart, DifferenceTable } from './versions-part.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { say } from '../../shared/ui/say.ts'
import { Labelled, PictureField, WordsField } from './info-fields.tsx'
import { SortedList } from './sorted-list.tsx'

/** Information on the walls: edited as a draft with a preview, then published as a version. */
export function InfoPage() {
  const draft = useQuery(infoQuery)
  const places = useQuery(placesQuery)
  const error = draft.error ?? places.error
  if (error !== null)
    return (
      <div className="page">
        <ProblemAlert error={error} onRetry={() => void Promise.all([draft.refetch(), places.refetch()])} />
      </div>
    )
  if (draft.data === undefined || places.data === undefined)
    return (
      <div className="page">
        <Skeleton active />
      </div>
    )
  return <InfoEditor first={draft.data} places={places.data} />
}

function InfoEditor({ first, places }: { readonly first: DisplayInfoDraft; readonly places: DisplayPlaces }) {
  const { t } = useTranslation('display-info')
  const work = useInfoDraft(first)
  const [publishing, setPublishing] = useState(false)
  const [part, show] = usePart(infoParts)
  const simulated = useMemo(
    () => new Set(places.machines.flatMap(({ id, source }) => (source === 'sim' ? [id] : []))),
    [places],
  )
  const problems = useMemo(() => infoProblems(work.draft, simulated), [work.draft, simulated])
  const facts = useMemo(() => infoFacts(places, t), [places, t])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return
    event.preventDefault()
    if (work.isDirty) void work.save()
  }
  return (
    <div className="page info-page" onKeyDown={onKeyDown}>
      <InfoHeader work={work} problems={problems.length} onPublish={() => setPublishing(true)} />
      {work.error !== null && <ProblemAlert error={work.error} />}
      <ProblemList problems={problems} draft={work.draft} places={places} onShow={show} />
      <div className={part === 'plan' ? 'info-columns is-plan' : 'info-columns'}>
        <div className="info-form">
          <PartTabs
            label={t('parts')}
            parts={infoParts.map((key) => ({ key, title: t(`part.${key}`) }))}
            shown={part}
            onShow={show}
          >
            <Part part={part} work={work} places={places} problems={problems} facts={facts} />
          </PartTabs>
        </div>
        <InfoPreview draft={work.draft} places={places} />
      </div>
      {publishing && <PublishDialog work={work} facts={facts} onClose={() => setPublishing(false)} />}
      {work.conflict !== null && (
        <ConflictDialog
          found={work.conflict.found}
          by={work.conflict.current.updatedBy}
          labels={Object.fromEntries(infoFields.map((field) => [field, t(`field.${field}`)]))}
          show={(field, value) => facts.say(field, value)}
          onSave={(sides) => void work.settle(sides)}
          onBack={work.leaveConflict}
        />
      )}
    </div>
  )
}

interface PartProps {
  readonly part: InfoPart
  readonly work: InfoWork
  readonly places: DisplayPlaces
  readonly problems: readonly InfoProblem[]
  readonly facts: InfoFacts
}

function Part({ part, facts, ...rest }: PartProps) {
  const { locked } = rest.work
  switch (part) {
    case 'basics':
      return (
        <Locked when={locked}>
          <BasicsPart work={rest.work} />
        </Locked>
      )
    case 'targets':
      return <TargetsPart {...rest} />
    case 'notices':
      return (
        <Locked when={locked}>
          <NoticesPart {...rest} />
        </Locked>
      )
    case 'honours':
      return (
        <Locked when={locked}>
          <HonoursPart work={rest.work} />
        </Locked>
      )
    case 'plan':
      return <PlanPart {...rest} />
    case 'versions':
      return <VersionsPart work={rest.work} facts={facts} />
  }
}

interface Props {
  readonly work: InfoWork
  readonly facts: InfoFacts
  readonly onClose: () => void
}

/** Shows what will change on the walls, asks for a note, and publishes. */
function PublishDialog({ work, facts, onClose }: Props) {
  const { t } = useTranslation('display-info')
  const shown = useQuery(versionQuery(work.base.shown))
  const publish = async (note: string | undefined) => {
    const version = await work.saved()
    // The page shows the error below this dialog.
    if (version === null) return
    try {
      const published = await api('POST /api/display/info/publish', { body: { version, note: note ?? '' } })
      work.take(published)
      say('success', t('published', { no: published.shown ?? 1 }))
    } catch (failure) {
      // The user has not seen changes that somebody else made in the meantime: show them instead of
      // publishing.
      if (!work.meets(failure)) throw failure
    }
  }
  return (
    <ActionDialog
      title={t('publishTitle')}
      action={t('publish')}
      reason="optional"
      reasonLabel={t('note')}
      maxWords={200}
      act={publish}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t('publishText')}</p>
      {work.base.shown === null || shown.data !== undefined ? (
        <DifferenceTable found={facts.differences(shown.data?.content ?? null, work.draft)} />
      ) : null}
    </ActionDialog>
  )
}

/** Honours of the factory with their years and pictures. */
function HonoursPart({ work: { draft, change } }: { readonly work: InfoWork }) {
  const { t } = useTranslation('display-info')
  const year = Number(useToday().slice(0, 4))
  return (
    <SortedList<DisplayInfo['honours'][number]>
      rows={draft.honours}
      onChange={(honours) => change({ honours })}
      nameOf={(at) => t('honourNo', { no: at + 1 })}
      addWord={t('addHonour')}
      empty={t('noHonours')}
      most={30}
      fresh={() => ({ names: { zh: '', en: '', es: '' }, year, picture: null })}
      render={(honour, set) => (
        <>
          <WordsField
            label={t('common:field.name')}
            value={honour.names}
            most={80}
            long
            onChange={(names) => set({ names })}
          />
          <div className="info-pair">
            <Labelled label={t('year')}>
              {(id) => (
                <InputNumber
                  id={id}
                  min={1900}
                  max={2100}
                  precision={0}
                  value={honour.year}
                  onChange={(value) => set({ year: value ?? year })}
                />
              )}
            </Labelled>
            <PictureField
              label={t('picture.title')}
              value={honour.picture}
              onChange={(picture) => set({ picture })}
            />
          </div>
        </>
      )}
    />
  )
}
