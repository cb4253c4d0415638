/** A fault of each network: from now on, everything takes another time each way. */
export const slowNetwork =
  (weather: { slowMs: number }) =>
  (random: () => number): string => {
    weather.slowMs = [0, 300, 1_500, 4_000][Math.floor(random() * 4)] ?? 0;
    return `has a network with ${weather.slowMs} ms each way`;
  };
