import { Money } from '../money.js';
import { type Movements, movementsOf } from './movements.js';

/** Money that is under way, which no figure shows by itself. */
export function OnTheWay({ movements }: { readonly movements: Movements }) {
  const found = movementsOf(movements);
  if (found.length === 0) return <p class="fine">Nothing is on its way.</p>;
  return (
    <>
      <h3>On the way</h3>
      <ul>
        {found.map(({ id, text, amountUsd }) => (
          <li key={id}>
            {text}
            {amountUsd === undefined ? null : (
              <>
                : <Money amount={amountUsd} />
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
