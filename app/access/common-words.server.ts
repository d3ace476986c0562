/**
 * What people build common passwords from: the words that lead every list of leaked ones, those of a school and of
 * Trinidad and Tobago. A password made of nothing else is refused, with whatever digits and signs around it.
 */
export const COMMON_WORDS: readonly string[] = `
  password passwort passcode passphrase pass word letmein login logon signin access secret private default temp
  temporary change changeme changeit newpass welcome hello hi admin administrator root super user guest test testing
  tester demo sample example master manager system server computer internet laptop windows google facebook instagram
  youtube whatsapp samsung iphone apple android microsoft office yahoo gmail hotmail netflix amazon spotify tiktok
  my we you your the is it for and of to in no not now this that one two three
  iloveyou loveyou iloveu love lovely lover loveme baby babygirl babyboy angel sweet sweetie sweetheart honey darling
  princess prince queen king jesus jesuschrist christ jesusislord god godisgood godislove godblessme blessed blessing
  faith hope heaven lord amen family mother father mommy daddy mama papa sister brother friend friends forever always
  together happy smile life lucky beautiful pretty sexy cutie cute
  monkey dragon tiger lion kitty pokemon shadow batman superman spiderman ironman starwars matrix ninja hunter ranger
  soldier warrior killer hacker gamer minecraft fortnite football soccer cricket baseball basketball liverpool chelsea
  arsenal manchester united barcelona realmadrid ronaldo messi michael jordan jennifer jessica ashley daniel andrew
  thomas robert joshua matthew nicole charlie george harley mustang ferrari mercedes corvette porsche toyota nissan
  summer winter spring autumn sunshine sunny flower butterfly rainbow ocean beach january february march april june
  july august september october november december monday tuesday wednesday thursday friday saturday sunday holiday
  christmas birthday easter freedom whatever trustno computer purple orange yellow green blue black white silver
  golden diamond chocolate cookie cheese banana coffee pepper ginger mango coconut
  trinidad tobago trinbago trini tnt caribbean carnival soca calypso steelpan doubles portofspain arima sanfernando
  scarborough chaguanas maracas westindies
  school schools primary secondary college teacher teachers teaching principal student students pupil class classroom
  education ministry government staff marks report reports term book termbook register homework learning
  correct horse battery staple qwerty qwertyuiop azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm abc abcd abcdef
`
  .trim()
  .split(/\s+/);

/** Keys that lie in a row; they are also read backwards. */
export const KEY_WALKS: readonly string[] = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiop[]",
  "asdfghjkl;'",
  "zxcvbnm,./",
  "!@#$%^&*()_+",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/",
  "qazwsxedcrfvtgbyhnujmikolp",
  "112233445566778899001122",
];
