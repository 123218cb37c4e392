import { useEffect, useEffectEvent, useState } from "react";

/** Pause in typing after which a value is used; long enough for the parts of a date. */
const typingPauseMs = 800;

/** Keeps what is typed into a field until the typing pauses or the field is left, then passes it on. */
export function useLateValue<Value extends string | number>(
  value: Value | null,
  onChange: (value: Value | null) => void,
) {
  const [typed, type] = useState(value);
  const [known, setKnown] = useState(value);
  // The address may take a while to have it.
  const [passed, setPassed] = useState(value);
  // Another value came from elsewhere, such as the back button.
  if (known !== value) {
    setKnown(value);
    setPassed(value);
    type(value);
  }
  function pass(next: Value | null) {
    if (Object.is(next, passed)) return;
    setPassed(next);
    onChange(next);
  }
  const passLater = useEffectEvent(pass);
  useEffect(() => {
    const timer = setTimeout(() => passLater(typed), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, type, leave: () => pass(typed) };
}
