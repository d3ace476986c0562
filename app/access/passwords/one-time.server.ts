import { randomBytes } from "node:crypto";
import { toCalendarDay, formatDate } from "#domain/dates.ts";
import { now } from "#runtime/clock.ts";

/** Short words that everybody in the Caribbean can spell when they hear them. No three words in a row are offensive. */
const ONE_TIME_WORDS: readonly string[] = `
  acorn agouti almond amber anchor apple apron apricot arrow aspen autumn avocado badge baker balcony bamboo banana
  banjo barrel basket beach beacon bell bench berry bicycle blanket blossom bottle branch bread breeze brick bridge
  bronze broom brush bucket bugle butter button cabbage cabin cactus camera candle canoe canvas captain caravan carbon
  cargo carpet carrot cascade cashew castle cedar cello chair chalk cherry chess chime cinema cinnamon circle citrus
  clarinet cliff clock cloud clover cobalt cobweb cocoa coconut coffee comet compass copper coral corner cotton cousin
  cradle crayon cricket crown crystal curtain cushion daisy dancer dasheen delta desert diamond dinner dolphin donkey
  dragon drum eagle earth echo egret elbow ember emerald engine evening falcon farmer feather fern ferry fiddle field
  flagon flame flint flower flute forest fossil fountain fridge galaxy garden garlic garnet gate ginger glacier globe
  glove grape gravel guava guitar hammer hammock harbour harvest hazel helmet heron hibiscus honey horizon ibis iguana
  island ivory jacket jasmine jersey jewel jigsaw jungle kettle kite kitten ladder lagoon lantern laurel lemon lettuce
  library lily lizard locket lotus lumber magnet mango manicou maple marble market meadow melon mentor meteor mint
  mirror mitten monsoon moon morning mosaic motor mountain museum music nectar needle nickel nutmeg oasis ocean octave
  olive onion opal orange orbit orchid osprey otter oven oyster paddle palace palm panda papaya paper parade parrot
  parsley pastel pasture peach peanut pearl pebble pelican pencil pepper piano picnic pillow pilot pine planet plaster
  platform plum pocket poem pollen pond poppy poster potato pottery prairie prism pumpkin puppet purple puzzle quartz
  quilt rabbit radio rainbow raisin ranger ribbon river robin rocket rooster rosemary ruby saddle saffron sailor salad
  sandal sapphire saturn scarf season shadow shell shelter silver singer sketch slipper snow socket sorrel spade sparrow
  spice spinach spoon spring square squirrel stable stadium star station steam steeple stone storm straw stream street
  sugar summer summit sunrise surfer swan table tailor tamarind teacup teapot temple tennis thunder ticket timber
  toffee tomato topaz torch towel tower tractor trail train travel trumpet tulip tunnel turtle umbrella uncle valley
  vanilla velvet village violet violin voyage waffle wagon walnut water wheat wheel whistle willow window winter
  wisdom wren yellow yoghurt zebra zinnia
`
  .trim()
  .split(/\s+/);

const WORDS = 3;
/** The digits 1 and 0 are left out, because people read them as letters. */
const DIGITS = "23456789";

/** Four random bytes choose each word and digit, so that all choices are about equally likely. */
const CHOICE_BYTES = 4;
const CHOICES = WORDS + 2;

/**
 * Creates a one-time password of three words and a number, which can be read out to the person. Its 31 bits are enough,
 * because it expires after two weeks and attempts to sign in are limited.
 * @param secret 20 random bytes
 */
export function createOneTimePassword(secret: Buffer = randomBytes(CHOICES * CHOICE_BYTES)): string {
  const choose = (from: ArrayLike<string>, index: number) =>
    from[secret.readUInt32BE(index * CHOICE_BYTES) % from.length];
  const words = Array.from({ length: WORDS }, (_, index) => choose(ONE_TIME_WORDS, index));
  const number = [WORDS, WORDS + 1].map((place) => choose(DIGITS, place)).join("");
  return [...words, number].join("-");
}

/** Tells whether a one-time password has expired. @param until null for a password that the person chose */
export function isOneTimePasswordExpired(until: Date | null): boolean {
  return until !== null && until <= now();
}

/** Formats the validity of a one-time password: `One-time, works until 4 Jul 2026`. */
export function formatOneTimeValidity(until: Date, timeZone: string): string {
  return `One-time, ${isOneTimePasswordExpired(until) ? "expired after" : "works until"} ${formatDate(lastDayOfOneTimePassword(until, timeZone))}`;
}

/** Returns the last day on which a one-time password works. It expires at midnight in the school's time zone. */
export function lastDayOfOneTimePassword(until: Date, timeZone: string): string {
  return toCalendarDay(new Date(until.getTime() - 1), timeZone);
}
