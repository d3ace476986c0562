import { DataTypes, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class Lesson extends Model<InferAttributes<Lesson>, InferCreationAttributes<Lesson>> {
  declare lesson_id: CreationOptional<number>;
  declare employee_id: number;
  declare subject_id: number;
  declare class_id: number;
  declare by_choice: CreationOptional<boolean>;

  static register(sequelize: Sequelize): void {
    Lesson.init(
      {
        lesson_id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
        employee_id: { type: DataTypes.INTEGER, allowNull: false },
        subject_id: { type: DataTypes.INTEGER, allowNull: false },
        class_id: { type: DataTypes.INTEGER, allowNull: false },
        by_choice: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      },
      { sequelize, tableName: "lessons", timestamps: false },
    );
  }
}
