// Names of the demo club's members, from many places, as their owners would write them in Latin letters.

export const GIVEN_NAMES = [
  'Aarav', 'Abena', 'Adaeze', 'Aiko', 'Ali', 'Amara', 'Ana', 'Anders', 'Anjali', 'Arjun', 'Astrid', 'Ayumi', 'Beatriz', 'Bilal',
  'Camila', 'Chen', 'Chiara', 'Chinedu', 'Daniela', 'Daisuke', 'Diego', 'Elif', 'Emeka', 'Emma', 'Farah', 'Fatou', 'Felix',
  'Gabriel', 'Grace', 'Haruto', 'Hana', 'Hassan', 'Hye-jin', 'Ibrahim', 'Ines', 'Ingrid', 'Isla', 'Ivan', 'Jae-won', 'Jakub',
  'Jing', 'Joao', 'Kaito', 'Karim', 'Katarzyna', 'Kenji', 'Kwame', 'Laila', 'Lan', 'Leila', 'Liam', 'Linh', 'Lucia', 'Luis',
  'Magnus', 'Mai', 'Malia', 'Marek', 'Maria', 'Mateo', 'Mei', 'Milan', 'Min-jun', 'Naledi', 'Nadia', 'Nia', 'Noah', 'Nora',
  'Olga', 'Omar', 'Paolo', 'Petra', 'Priya', 'Quang', 'Rahul', 'Ren', 'Rosa', 'Sakura', 'Samir', 'Santiago', 'Sara', 'Sho',
  'Sofia', 'Somchai', 'Tariq', 'Thabo', 'Thandiwe', 'Tomas', 'Uma', 'Valentina', 'Viktor', 'Wei', 'Xin', 'Yara', 'Yuki', 'Yusuf',
  'Zainab', 'Zoe',
] as const;

export const FAMILY_NAMES = [
  'Abe', 'Adeyemi', 'Andersson', 'Baker', 'Banerjee', 'Bauer', 'Bianchi', 'Boateng', 'Castro', 'Chaudhry', 'Chen', 'Costa', 'Da Silva',
  'Demir', 'Diallo', 'Dlamini', 'Dubois', 'Eriksen', 'Fernandez', 'Fischer', 'Fujita', 'Garcia', 'Gomez', 'Gupta', 'Haddad',
  'Hansen', 'Hashimoto', 'Hernandez', 'Horvat', 'Huang', 'Ibrahim', 'Ito', 'Ivanova', 'Jansen', 'Kaya', 'Khan', 'Kim', 'Kobayashi',
  'Kowalski', 'Kumar', 'Larsen', 'Lee', 'Li', 'Lopez', 'Mendes', 'Mensah', 'Mokoena', 'Moreau', 'Morita', 'Mwangi', 'Nakamura',
  'Ndlovu', 'Nguyen', 'Novak', 'Nowak', 'O’Brien', 'Okafor', 'Osei', 'Park', 'Patel', 'Perez', 'Petrov', 'Pham', 'Reyes', 'Romano',
  'Rossi', 'Saito', 'Santos', 'Schmidt', 'Shah', 'Sharma', 'Silva', 'Singh', 'Smith', 'Sokolov', 'Suzuki', 'Takahashi', 'Tan',
  'Tanaka', 'Torres', 'Tran', 'Vargas', 'Wang', 'Watanabe', 'Weber', 'Williams', 'Wong', 'Yamamoto', 'Yilmaz', 'Zhang', 'Zhao',
] as const;
