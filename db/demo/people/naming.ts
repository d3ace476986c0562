import { itemAt, type RandomStream } from "../random.ts";

export type Gender = "M" | "F";

/** The complexion of a face in a generated portrait. */
export type Complexion = "deep" | "brown" | "medium" | "light";

export type DemoIdentity = {
  first_name: string;
  last_name: string;
  other_name: string;
  gender: Gender;
  ethnicGroup: string;
  religion: string;
  look: Complexion;
};

type Heritage = {
  share: number;
  ethnicGroup: string;
  look: Complexion;
  first: readonly StyleName[];
  last: readonly StyleName[];
  religions: readonly string[];
};

const CHURCHES = ["Roman Catholic", "Roman Catholic", "Anglican", "Pentecostal", "Pentecostal", "Methodist"];
const OTHER_CHURCHES = [
  "Spiritual Baptist",
  "Seventh-day Adventist",
  "Jehovah's Witness",
  "Moravian",
  "None",
];

/** Groups of the population with their shares, roughly as in the census. */
const HERITAGES: readonly Heritage[] = [
  {
    share: 0.34,
    ethnicGroup: "African",
    look: "deep",
    first: ["african"],
    last: ["african"],
    religions: [...CHURCHES, ...OTHER_CHURCHES],
  },
  {
    share: 0.21,
    ethnicGroup: "East Indian",
    look: "brown",
    first: ["hindu"],
    last: ["hindu"],
    religions: ["Hinduism"],
  },
  {
    share: 0.08,
    ethnicGroup: "East Indian",
    look: "brown",
    first: ["muslim"],
    last: ["muslim"],
    religions: ["Islam"],
  },
  {
    share: 0.07,
    ethnicGroup: "East Indian",
    look: "brown",
    first: ["christianIndian"],
    last: ["christianIndian"],
    religions: ["Presbyterian", "Presbyterian", "Pentecostal", "Roman Catholic"],
  },
  {
    share: 0.22,
    ethnicGroup: "Mixed",
    look: "medium",
    first: ["african", "creole", "christianIndian"],
    last: ["african", "creole", "hindu", "chinese"],
    religions: [...CHURCHES, "None"],
  },
  {
    share: 0.03,
    ethnicGroup: "Chinese",
    look: "light",
    first: ["chinese"],
    last: ["chinese"],
    religions: ["Roman Catholic", "Anglican", "None"],
  },
  {
    share: 0.02,
    ethnicGroup: "Syrian or Lebanese",
    look: "light",
    first: ["syrian"],
    last: ["syrian"],
    religions: ["Roman Catholic"],
  },
  {
    share: 0.03,
    ethnicGroup: "Caucasian",
    look: "light",
    first: ["creole"],
    last: ["creole"],
    religions: ["Roman Catholic", "Anglican"],
  },
];

const DOUBLE_BARRELLED = 0.04;
const MIDDLE_NAME = 0.35;

/** Creates a generator of unique names. Two people with the same name would make a demonstration confusing. */
export function createNameGenerator(chance: RandomStream): (gender?: Gender) => DemoIdentity {
  const taken = new Set<string>();
  return function name(gender = chance.chance(0.5) ? "F" : "M"): DemoIdentity {
    const named = inventedName(gender, chance);
    const full = `${named.first_name} ${named.last_name}`;
    if (taken.has(full)) return name(gender);
    taken.add(full);
    return named;
  };
}

function inventedName(gender: Gender, chance: RandomStream): DemoIdentity {
  const heritage = heritageAt(chance.next());
  const firstNames = STYLES[chance.pick(heritage.first)][gender === "M" ? "boys" : "girls"];
  const first_name = chance.pick(firstNames);
  const other_name = chance.chance(MIDDLE_NAME) ? chance.pick(firstNames) : "";
  return {
    first_name,
    last_name: familyName(heritage, chance),
    other_name: other_name === first_name ? "" : other_name,
    gender,
    ethnicGroup: heritage.ethnicGroup,
    religion: chance.pick(heritage.religions),
    look: heritage.look,
  };
}

function familyName(heritage: Heritage, chance: RandomStream): string {
  const last = chance.pick(STYLES[chance.pick(heritage.last)].families);
  if (!chance.chance(DOUBLE_BARRELLED)) return last;
  const other = chance.pick(STYLES[chance.pick<StyleName>(["african", "hindu", "creole"])].families);
  return other === last ? last : `${last}-${other}`;
}

function heritageAt(share: number): Heritage {
  let rest = share;
  const found = HERITAGES.find((heritage) => (rest -= heritage.share) < 0);
  return found ?? itemAt(HERITAGES, 0);
}

/** Names that are common in Trinidad and Tobago. No combination is the name of a well-known person. */
export type NameStyle = { boys: readonly string[]; girls: readonly string[]; families: readonly string[] };

const african: NameStyle = {
  boys: words(`
    Akeem, Akil, Caleb, Curtis, Daniel, Darius, Dillon, Elijah, Emmanuel, Ezekiel, Christopher-Emmanuel, Jean-Baptiste, Gabriel, Jabari,
    Jaden, Jaheim, Jahmai, Jeremiah, Jerrell, Joshua, Josiah, Jérôme, Kadeem, Keron, Kerwin, Kobe,
    Kwame, Kymani, Malachi, Malik, Marcus, Micah, Nathaniel, Omari, Raheem, Samuel, Shaquille, Stephon,
    Tariq, Tyrell, Tyrese, Xavier, Zion, Zuberi
  `),
  girls: words(`
    Aaliyah, Abigail, Akilah, Alyssa, Amara, Amelia, Anya, Chantal, Cherisse, Desirée, Destiny, Esther,
    Faith, Anne-Marie, Christiana-Alexandria, Gabrielle, Imani, Isabelle, Jada, Jasmine, Kadisha, Kenya, Kerry-Ann, Keziah, Kiara, Leah,
    Makeda, Mariah, Mikayla, Naomi, Nia, Nyla, Renée, Ruth, Serenity, Shanelle, Shania, Simone, Tamia,
    Teneshia, Tishelle, Trinity, Zara, Zaria, Zoë, Zuri
  `),
  families: words(`
    Alexander, Alleyne, Antoine, Augustine, Ballantyne, Baptiste, Bartholomew, Bernard, Brathwaite,
    Cadogan, Caesar, Celestine, Charles, Clarke, Cumberbatch, Cyrus, Daniel, Douglas, Edwards, Estrada,
    Fortuné, Francois, Fraser, Frederick, George, Gittens, Gordon, Grant, Hackett, Henry, Hinds,
    Huggins, James, Jeremie, John, Joseph, King, La Croix, Lashley, Lezama, Marcelle, Mc Intosh, Mc
    Millan, Mitchell, Nanton, Noel, Noreiga, Ottley, Pantin, Peters, Phillip, Pierre, Prescott, Quashie,
    Regis, Richards, Roberts, Romain, Salandy, Samuel, Sealy, Simmons, St. Louis, Taylor, Thornhill,
    Toussaint, Wallace, Warner, Welch, Wilson, Yearwood
  `),
};

const hindu: NameStyle = {
  boys: words(`
    Aarav, Adesh, Amrit, Anil, Arjun, Ashvin, Avinash, Dev, Dinesh, Ishaan, Jairam, Kavir, Kiran,
    Krishna, Mahesh, Navin, Neil, Nikhil, Prakash, Rahul, Rajiv, Rishi, Rohan, Sachin, Sanjay, Shiva,
    Suresh, Varun, Vikash, Vishal, Yash
  `),
  girls: words(`
    Aarti, Ambika, Ananya, Anika, Anjali, Asha, Chelsea, Deepa, Devika, Divya, Gita, Indira, Ishani,
    Kamini, Kavita, Lakshmi, Leela, Maya, Meera, Nalini, Nirvana, Priya, Radha, Riya, Roshni, Sapna,
    Sarika, Savitri, Shivani, Shreya, Sunita, Tara, Vedika, Vidya
  `),
  families: words(`
    Bachan, Balgobin, Balkissoon, Bhagwandeen, Bissoon, Boodoo, Boodram, Deonarine, Dookie, Gopaul,
    Harrilal, Jaggernauth, Jagroop, Kissoon, Lalla, Mahabir, Maharaj, Mohan, Mungroo, Persad, Ragbir,
    Ramcharan, Ramdass, Ramdeen, Ramjattan, Ramkissoon, Ramlal, Ramlogan, Ramnarinesingh, Rampersad,
    Ramroop, Ramsaran, Ramsumair, Samaroo, Sankar, Seecharan, Seepersad, Sookdeo, Sookhoo, Sookram,
    Teelucksingh, Tiwari
  `),
};

const muslim: NameStyle = {
  boys: words(`
    Adam, Ameer, Faheem, Farhan, Haroon, Ibrahim, Jamal, Kareem, Khalid, Mikail, Nabeel, Rashid,
    Rayhaan, Saleem, Tariq, Yusuf, Zakariyya, Zayd
  `),
  girls: words(`
    Aaliyah, Aisha, Alima, Amina, Ayesha, Farah, Fareeda, Fatima, Hafsa, Khadijah, Layla, Maryam, Nadia,
    Naila, Nazeera, Safiya, Sumayyah, Yasmin, Zahra, Zainab
  `),
  families: words(`
    Abdool, Abdullah, Ali, Aziz, Baksh, Ghany, Hamid, Hosein, Hydal, Juman, Kadir, Khan, Mohammed,
    Mustapha, Nabbie, Rahaman, Rahim, Rasheed, Shah, Wahid
  `),
};

const christianIndian: NameStyle = {
  boys: words(`
    Aaron, Andrew, Brandon, Christopher, Darren, Ethan, Jonathan, Justin, Kyle, Matthew, Nathan, Ryan,
    Sean, Shane, Stefan, Timothy
  `),
  girls: words(`
    Alana, Amanda, Chelsea, Danielle, Hannah, Jessica, Kimberly, Lauren, Michelle, Nicole, Rachel,
    Reanna, Rebecca, Samantha, Sarah, Stephanie, Vanessa, Victoria
  `),
  families: hindu.families,
};

const creole: NameStyle = {
  boys: words(`
    Adrián, Alejandro, Andrés, Antonio, Dominic, Emilio, Jean-Luc, Josué, José, Lucas, Marc-Anthony,
    Mateo, Nicolás, Rafael, René, Ricardo, Sebastian, Stéphane, Tomás, Víctor
  `),
  girls: words(`
    Adèle, Ana Lucía, Anaïs, Carmen, Catalina, Elise, Geneviève, Inés, Isabella, Joséphine, Lucía, María
    José, Mónica, Noémie, Paloma, Rosa, Sofía, Thérèse, Valentina, Yolanda
  `),
  families: words(`
    Aché, Agostini, Cabral, D'Abreu, De Freitas, De Gannes, De la Rosa, De Souza, Duprey, Fermín,
    Fernandes, Figuera, Garcia, Gomes, Gomez, Gonzales, Guerra, Hernandez, Lopez, Marín, Mendoza, Ojoe,
    Pereira, Peña, Quesnel, Reyes, Rivas, Rodríguez, Sandoval, Villafaña, Zapata
  `),
};

const chinese: NameStyle = {
  boys: words(`
    Adrian, Brian, Edmund, Ethan, Gerard, Jason, Jeremy, Kai, Matthew, Nigel, Warren, Winston
  `),
  girls: words(
    `Alicia, Charmaine, Gillian, Jade, Kimberly, Lisa, Marisa, Mei-Lin, Natalie, Stacy, Su-Lin, Wendy`,
  ),
  families: words(`
    Achong, Akong, Aleong, Atwong, Chan, Chang, Chin Aleong, Chin Fook, Chung, Fung, Ho Sang, Lai Fook,
    Lee Kong, Lee Lum, Leung, Look Hong, Ng Wai, Wong, Young Sing
  `),
};

const syrian: NameStyle = {
  boys: words(`
    Elias, George, Habib, Joseph, Karim, Michel, Naim, Ramzi, Tony
  `),
  girls: words(`
    Amal, Christiane, Dalia, Joumana, Laila, Leila, Mona, Nadine, Rima, Yara
  `),
  families: words(`
    Abdelnour, Aboumrad, Atala, Chaya, Farah, Haddad, Harfouche, Khoury, Nahas, Saad
  `),
};

export const STYLES = { african, hindu, muslim, christianIndian, creole, chinese, syrian } as const;
export type StyleName = keyof typeof STYLES;

function words(list: string): string[] {
  return list.split(",").map((word) => word.replaceAll(/\s+/g, " ").trim());
}
