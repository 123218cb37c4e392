import { useEffect, useState } from "react";

const minuteMs = 60_000;

/** Returns the current time, updated each minute; during hydration, the time of rendering. */
export function useNow(renderedAt: string): Date {
  const [now, setNow] = useState(() => new Date(renderedAt));
  useEffect(() => {
    function tick() {
      setNow(new Date());
    }
    tick();
    const timer = setInterval(tick, minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
