import { useQuery } from '../../../graph/use-query.js';
import { Badge, type Tone } from '../../../parts/badge.js';
import { words } from '../../../parts/format.js';
import { Empty, Section } from '../../../parts/heading.js';
import { Loaded } from '../../../parts/problem.js';
import { DiagnosisDocument, type FindingSeverity } from '../generated/documents.js';
import { useAgainAfter } from './again.js';

const TONES: Readonly<Record<FindingSeverity, Tone>> = { blocking: 'bad', warning: 'warn', info: 'plain' };

/**
 * Why a deployment does not trade, from what the platform knows. It is asked for again where `status` has
 * changed. Of one that trades nothing is alarming: what blocks it may be no more than that it holds enough.
 */
export function Diagnosis(props: { readonly id: string; readonly status: string; readonly hasTraded: boolean }) {
  const { id, status, hasTraded } = props;
  const answer = useQuery(DiagnosisDocument, { id });
  useAgainAfter(status, answer.again);
  return (
    <Section
      title={hasTraded ? 'Why no more trades?' : 'Why no trades?'}
      actions={
        <button type="button" class="small" onClick={answer.again} disabled={answer.isLoading}>
          Look again
        </button>
      }
    >
      <Loaded answer={answer}>
        {({ deployment }) =>
          deployment?.diagnosis == null ? (
            <Empty>Nothing can be said of it.</Empty>
          ) : (
            <ul class="findings">
              {deployment.diagnosis.map(({ code, severity, message, action }) => (
                <li key={`${code}${message}`}>
                  <Badge tone={hasTraded ? 'plain' : TONES[severity]}>
                    {code === 'unknown' ? 'not known' : words(severity)}
                  </Badge>
                  <div>
                    <p>{message}</p>
                    <p class="fine">{action}</p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
