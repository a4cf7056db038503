import type { Fact, SessionView } from '../../contract/dashboard/session_view.ts'
import { formatDuration } from '../format/time.ts'
import { Link } from '../parts/link.tsx'
import { SessionTable, Tags } from '../parts/session_table.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'

const words = texts.session

export function Facts({ session }: { session: SessionView }) {
  return (
    <div className="columns loose">
      <About session={session} />
      <FactCard title={words.network} facts={session.network} empty={words.noNetwork} />
      <FactCard title={words.device} facts={session.device} empty={words.noDevice} />
    </div>
  )
}

function FactCard({ title, facts, empty }: { title: string; facts: readonly Fact[]; empty: string }) {
  return (
    <section className="card">
      <h2>{title}</h2>
      {facts.length === 0 ? (
        <p className="faint">{empty}</p>
      ) : (
        <dl className="facts">
          {facts.map(({ name, value }) => (
            <div key={name} className="fact">
              <dt>{name}</dt>
              <dd>
                <UserText>{value}</UserText>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function About({ session }: { session: SessionView }) {
  const { coverage } = session
  return (
    <section className="card">
      <h2>{words.about}</h2>
      <dl className="facts">
        <Row name={words.started}>
          <Timestamp at={session.started_at} isExact />
        </Row>
        <Row name={words.duration}>{formatDuration(session.duration_ms)}</Row>
        {session.user_id !== null && (
          <Row name={words.user}>
            <Link to={pathTo(['sessions'], { user: session.user_id })}>
              <UserText>{session.user_id}</UserText>
            </Link>
          </Row>
        )}
        {session.tags.length > 0 && (
          <Row name={words.tags}>
            <Tags tags={session.tags} />
          </Row>
        )}
        <Row name={words.recorded}>{words.recordedCounts(coverage.pages, coverage.events)}</Row>
        {coverage.gaps > 0 && <Row name={words.gaps}>{words.gapCount(coverage.gaps)}</Row>}
        {coverage.tampered > 0 && <Row name={words.tampered}>{words.tamperedCount(coverage.tampered)}</Row>}
        {coverage.overflow > 0 && <Row name={words.overflow}>{words.overflowCount(coverage.overflow)}</Row>}
      </dl>
    </section>
  )
}

function Row({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function Related({ session }: { session: SessionView }) {
  const lists = [
    [words.sameUser, session.same_user],
    [words.sameDevice, session.same_device],
  ] as const
  return lists
    .filter(([, items]) => items.length > 0)
    .map(([title, items]) => (
      <section key={title} className="card flush">
        <div className="card-head">
          <h2>{title}</h2>
        </div>
        <SessionTable items={items} />
      </section>
    ))
}
